// Sounds made on the spot, without files: wood on wood, a stone falling, a chord at the end. Silent until somebody has touched the page.

import { habit, setHabit } from "./store.js";

/** @typedef {(audio: AudioContext, at: number) => void} Sound */

/** @type {AudioContext | null} */
let context = null;

export function isOn() {
  return habit("sound", true) === true;
}

export function switchSound() {
  setHabit("sound", !isOn());
  if (isOn()) play("placed");
  return isOn();
}

function ready() {
  if (!isOn() || !(navigator.userActivation?.hasBeenActive ?? false) || typeof AudioContext === "undefined")
    return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/**
 * A burst of noise through a narrow filter: a knock on wood of this pitch.
 *
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} pitch
 * @param {number} loudness
 * @param {number} seconds
 */
function knock(audio, at, pitch, loudness, seconds) {
  const length = Math.ceil(audio.sampleRate * seconds);
  const noise = audio.createBuffer(1, length, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 4;
  source.connect(filter).connect(fading(audio, at, loudness, seconds));
  source.start(at);
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} pitch
 * @param {number} loudness
 * @param {number} seconds
 * @param {boolean} [falls]
 */
function tone(audio, at, pitch, loudness, seconds, falls = false) {
  const source = audio.createOscillator();
  source.type = "sine";
  source.frequency.setValueAtTime(pitch, at);
  if (falls) source.frequency.exponentialRampToValueAtTime(pitch / 4, at + seconds);
  source.connect(fading(audio, at, loudness, seconds));
  source.start(at);
  source.stop(at + seconds);
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} loudness
 * @param {number} seconds
 */
function fading(audio, at, loudness, seconds) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

/** @type {Record<string, Sound>} */
const SOUNDS = {
  moved: (audio, at) => knock(audio, at, 900, 0.7, 0.09),
  placed: (audio, at) => {
    knock(audio, at, 620, 0.8, 0.12);
    tone(audio, at, 180, 0.12, 0.12);
  },
  walled: (audio, at) => knock(audio, at, 340, 0.9, 0.14),
  captured: (audio, at) => {
    knock(audio, at, 480, 0.8, 0.12);
    knock(audio, at + 0.07, 300, 0.6, 0.16);
  },
  fell: (audio, at) => tone(audio, at, 420, 0.16, 0.4, true),
  refused: (audio, at) => tone(audio, at, 130, 0.12, 0.16),
  ended: (audio, at) => {
    for (const [i, pitch] of [262, 330, 392].entries()) tone(audio, at + i * 0.09, pitch, 0.08, 0.9);
  },
};
/** @type {Record<string, string>} */
const LIKE = { replaced: "captured", removed: "captured", turned: "placed", passed: "moved" };

/**
 * @param {string} kind what happened
 * @param {number} [later] milliseconds from now
 */
export function play(kind, later = 0) {
  const name = LIKE[kind] ?? kind;
  const audio = name in SOUNDS ? ready() : null;
  if (audio) SOUNDS[name](audio, audio.currentTime + 0.01 + later / 1000);
}

/**
 * The sounds of events, each kind once, at their moments.
 *
 * @param {{ kind: string }[]} events
 * @param {number[]} moments
 */
export function playAll(events, moments) {
  const heard = new Set();
  for (const [i, event] of events.entries()) {
    if (!heard.has(event.kind)) play(event.kind, moments[i] ?? 0);
    heard.add(event.kind);
  }
}
