// Server-sent events over fetch: unlike an EventSource it ends where the server ends it.

/**
 * Yields the objects of a stream as they arrive.
 * @param {string} path
 * @param {AbortSignal} signal Ends the stream.
 * @returns {AsyncGenerator<any, void>}
 */
export async function* eventsOf(path, signal) {
  const answer = await fetch(path, { credentials: "same-origin", headers: { Accept: "text/event-stream" }, signal });
  if (!answer.ok || !answer.body) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    for (const data of blocks.map(dataOf)) if (data) yield JSON.parse(data);
  }
}

/** Returns the data of an event; empty for a comment, which only keeps the connection open. @param {string} block */
function dataOf(block) {
  const lines = block.split(/\r?\n/).filter((line) => line.startsWith("data:"));
  return lines.map((line) => line.slice("data:".length)).join("\n");
}
