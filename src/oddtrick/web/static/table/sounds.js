// Small sounds, made here: a card falls, a trick is taken, one is to play. Off unless wished for.

import { wished } from "../ui/preferences.js";

/** @typedef {"card" | "trick" | "turn" | "end"} Sound */

/** @type {AudioContext | null} */
let made = null;

/**
 * @param {Sound} sound
 */
export function sound(sound) {
  if (!wished("sound") || document.hidden || typeof AudioContext === "undefined") return;
  made ??= new AudioContext();
  const to = made;
  if (to.state === "suspended") return void to.resume().catch(() => null);
  if (sound === "card") rustle(to, 0.05, 1900);
  else if (sound === "trick") [0, 0.05, 0.1].forEach((after) => rustle(to, 0.05, 1300, after));
  else if (sound === "turn") tone(to, 660, 0, 0.05);
  else [523, 659, 784].forEach((pitch, at) => tone(to, pitch, at * 0.13, 0.07));
}

/**
 * Paper on cloth: a breath of noise.
 * @param {AudioContext} to
 * @param {number} length Seconds.
 * @param {number} pitch Its middle (Hz).
 * @param {number} [after] Seconds from now.
 */
function rustle(to, length, pitch, after = 0) {
  const noise = to.createBuffer(1, Math.ceil(to.sampleRate * length), to.sampleRate);
  const wave = noise.getChannelData(0);
  for (let at = 0; at < wave.length; at++) wave[at] = (Math.random() * 2 - 1) * (1 - at / wave.length) ** 2;
  const from = new AudioBufferSourceNode(to, { buffer: noise });
  const band = new BiquadFilterNode(to, { type: "bandpass", frequency: pitch, Q: 0.8 });
  from.connect(band).connect(new GainNode(to, { gain: 0.35 })).connect(to.destination);
  from.start(to.currentTime + after);
}

/**
 * @param {AudioContext} to
 * @param {number} pitch Hz.
 * @param {number} after Seconds from now.
 * @param {number} loud
 */
function tone(to, pitch, after, loud) {
  const begin = to.currentTime + after;
  const gain = new GainNode(to, { gain: 0 });
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(loud, begin + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + 0.4);
  const from = new OscillatorNode(to, { type: "sine", frequency: pitch });
  from.connect(gain).connect(to.destination);
  from.start(begin);
  from.stop(begin + 0.45);
}
