// Calls functions for tests with the page's modules, without a browser: a line of JSON in, a line of JSON out.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

const TYPES = { wasm: "application/wasm" };

/** The page's modules are files here. */
globalThis.fetch = async (address) => {
  const name = new URL(address);
  return new Response(await readFile(name), { headers: { "Content-Type": TYPES[name.pathname.split(".").pop()] ?? "" } });
};
globalThis.window = globalThis;
globalThis.document = { documentElement: {} }; // has the language, and nothing else

/** What the modules have told the console. @type {string[]} */
let complaints = [];
console.error = console.warn = (...told) => void complaints.push(told.join(" "));

for await (const line of createInterface({ input: process.stdin })) {
  const { source, given } = JSON.parse(line);
  const answer = {};
  try {
    answer.result = await (0, eval)(`(${source})`)(given);
  } catch (error) {
    answer.error = error.stack ?? String(error);
  }
  process.stdout.write(`${JSON.stringify({ ...answer, complaints })}\n`);
  complaints = [];
}
