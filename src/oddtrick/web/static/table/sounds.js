// Sound effects, synthesised. They begin with the first tap, as browsers ask for one.

import { preference } from "../ui/preferences.js";

/** @typedef {"card" | "trick" | "turn" | "end"} Sound */

/** @type {AudioContext | null} */
let audioContext = null;

/** Seconds of a burst of noise. */
const BURST = 0.05;

/** The noise, made once: it starts together with an animation, which would wait for its samples. @type {AudioBuffer | null} */
let burst = null;

/**
 * @param {Sound} sound
 */
export function playSound(sound) {
  if (!preference("sound") || document.hidden || typeof AudioContext === "undefined") return;
  audioContext ??= new AudioContext();
  const to = audioContext;
  if (to.state === "suspended") return void to.resume().catch(() => null);
  if (sound === "card") playNoise(to, 1900);
  else if (sound === "trick") [0, 0.05, 0.1].forEach((after) => playNoise(to, 1300, after));
  else if (sound === "turn") playTone(to, 660, 0, 0.05);
  else [523, 659, 784].forEach((pitch, at) => playTone(to, pitch, at * 0.13, 0.07));
}

/**
 * Plays a short burst of filtered noise, like paper on cloth.
 * @param {AudioContext} to
 * @param {number} pitch Centre frequency (Hz).
 * @param {number} [after] Seconds from now.
 */
function playNoise(to, pitch, after = 0) {
  burst ??= makeBurst(to);
  const from = new AudioBufferSourceNode(to, { buffer: burst });
  const band = new BiquadFilterNode(to, { type: "bandpass", frequency: pitch, Q: 0.8 });
  from.connect(band).connect(new GainNode(to, { gain: 0.35 })).connect(to.destination);
  from.start(to.currentTime + after);
}

/**
 * Makes noise that fades out.
 * @param {AudioContext} to
 */
function makeBurst(to) {
  const noise = to.createBuffer(1, Math.ceil(to.sampleRate * BURST), to.sampleRate);
  const wave = noise.getChannelData(0);
  for (let at = 0; at < wave.length; at++) wave[at] = (Math.random() * 2 - 1) * (1 - at / wave.length) ** 2;
  return noise;
}

/**
 * @param {AudioContext} to
 * @param {number} pitch Hz.
 * @param {number} after Seconds from now.
 * @param {number} loud
 */
function playTone(to, pitch, after, loud) {
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
