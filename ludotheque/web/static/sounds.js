/** Small sounds, made by the browser itself; off until somebody switches them on. */

const KEY = "ludotheque-sound";
/** @type {AudioContext | null} */
let context = null;

export const sounds = {
  /** Whether sounds are on. */
  get on() {
    return localStorage.getItem(KEY) === "on";
  },
  set on(value) {
    localStorage.setItem(KEY, value ? "on" : "off");
  },
};

/**
 * @param {number} pitch
 * @param {number} start
 * @param {number} length
 * @param {OscillatorType} type
 * @param {number} loud
 */
function note(pitch, start, length, type, loud) {
  if (!context) return;
  const at = context.currentTime + start;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = type;
  tone.frequency.setValueAtTime(pitch, at);
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);
}

/** @param {"knock" | "turn" | "end" | "won" | "phrase"} what */
export function sound(what) {
  if (!sounds.on) return;
  context ??= new AudioContext();
  if (what === "knock") {
    note(190, 0, 0.09, "triangle", 0.35);
    note(95, 0, 0.12, "sine", 0.35);
  } else if (what === "turn") {
    note(660, 0, 0.18, "sine", 0.16);
    note(880, 0.12, 0.25, "sine", 0.16);
  } else if (what === "phrase") {
    note(990, 0, 0.12, "sine", 0.1);
  } else if (what === "won") {
    [523, 659, 784, 1047, 784, 1047, 1319].forEach((pitch, i) => note(pitch, 0.12 * i, i === 6 ? 0.9 : 0.35, "triangle", 0.2));
  } else {
    [523, 659, 784, 1047].forEach((pitch, i) => note(pitch, 0.13 * i, 0.4, "triangle", 0.18));
  }
}
