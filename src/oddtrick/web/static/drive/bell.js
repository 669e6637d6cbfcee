// The bell that ends the time for a deal, synthesised: it needs no file and no network.

/** Partials of a struck bell: frequency ratio, loudness, seconds until it has faded. */
const PARTIALS = [
  [0.5, 0.25, 2.6],
  [1, 0.5, 2.2],
  [1.19, 0.3, 1.6],
  [1.5, 0.2, 1.2],
  [2, 0.35, 1],
  [2.74, 0.15, 0.6],
];

const PITCH = 587;
const STROKES = 3;
const STROKE_INTERVAL = 0.55;

/** @type {AudioContext | null} */
let audioContext = null;

/** Returns whether the browser lets this page make sounds now. */
export function bellReady() {
  return audioContext?.state === "running";
}

/**
 * Prepares the sound. Browsers allow it only after a press or a key on the page, so call it from one.
 * @returns {Promise<boolean>} Whether the bell can ring.
 */
export async function unlockBell() {
  if (typeof AudioContext === "undefined") return false;
  audioContext ??= new AudioContext();
  await audioContext.resume().catch(() => undefined);
  return bellReady();
}

/** Rings three strokes, if the page may make sounds. */
export function ringBell() {
  const to = audioContext;
  if (!to || !bellReady()) return;
  for (let stroke = 0; stroke < STROKES; stroke++) strike(to, to.currentTime + stroke * STROKE_INTERVAL);
}

/**
 * @param {AudioContext} to
 * @param {number} begin Time of the stroke in the context's seconds.
 */
function strike(to, begin) {
  for (const [ratio = 1, loudness = 0, fade = 1] of PARTIALS) {
    const gain = new GainNode(to, { gain: 0 });
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loudness * 0.5, begin + 0.005);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + fade);
    const from = new OscillatorNode(to, { type: "sine", frequency: PITCH * ratio });
    from.connect(gain).connect(to.destination);
    from.start(begin);
    from.stop(begin + fade);
  }
}
