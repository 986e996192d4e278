import type { Random } from '../draw/random';

export const sampleRate = 44_100;

/** @returns the samples of a note with its decay, about -1..1 */
export type Instrument = (frequency: number, seconds: number, random: Random) => Float32Array;

const tableSize = 4096;

/** One period of a tone. @param strengths loudness of each harmonic */
function wave(strengths: readonly number[]): Float32Array {
  const total = strengths.reduce((sum, strength) => sum + strength, 0);
  return Float32Array.from({ length: tableSize }, (_, i) =>
    strengths.reduce(
      (sum, strength, k) => sum + (strength / total) * Math.sin((2 * Math.PI * (k + 1) * i) / tableSize),
      0,
    ),
  );
}

interface Envelope {
  attack: number;
  release: number;
}

/** A held tone: a wave table with slight vibrato and a slow envelope (in seconds). */
function held(table: Float32Array, { attack, release }: Envelope, vibrato: number): Instrument {
  return (frequency, seconds, random) => {
    const length = Math.round((seconds + release) * sampleRate);
    const samples = new Float32Array(length);
    const rate = 4.6 + random.next();
    let phase = random.next() * tableSize;
    let step = 0;
    for (let i = 0; i < length; i += 1) {
      const t = i / sampleRate;
      // Vibrato is slow: updating it 700 times per second is enough.
      if (i % 64 === 0) {
        const wobble = 1 + vibrato * Math.min(1, t / 0.8) * Math.sin(2 * Math.PI * rate * t);
        step = (frequency * wobble * tableSize) / sampleRate;
      }
      const rise = Math.min(1, t / attack);
      const fall = t > seconds ? Math.max(0, 1 - (t - seconds) / release) : 1;
      phase += step;
      if (phase >= tableSize) phase -= tableSize;
      samples[i] = (table[phase | 0] ?? 0) * rise * rise * fall * fall;
    }
    return samples;
  };
}

/** A plucked string (Karplus and Strong, 1983): noise in a feedback loop that slowly softens it. */
const pluck: Instrument = (frequency, seconds, random) => {
  const length = Math.round((seconds + 1.2) * sampleRate);
  const period = Math.max(2, Math.round(sampleRate / frequency));
  const string = Float32Array.from({ length: period }, () => random.between(-1, 1));
  for (let pass = 0; pass < 3; pass += 1) {
    for (let i = 0; i < period; i += 1) string[i] = ((string[i] ?? 0) + (string[(i + 1) % period] ?? 0)) / 2;
  }
  const samples = new Float32Array(length);
  const keep = 0.994 + Math.min(0.0055, 0.5 / frequency);
  for (let i = 0; i < length; i += 1) {
    const at = i % period;
    const value = string[at] ?? 0;
    samples[i] = value * 1.5 * Math.min(1, (length - i) / (0.3 * sampleRate));
    string[at] = keep * 0.5 * (value + (string[(at + 1) % period] ?? 0));
  }
  return samples;
};

/** Multiple of the base frequency, strength, decay per second. */
const bellPartials = [
  [1, 0.7, 1.6],
  [2.76, 0.22, 4],
  [5.4, 0.08, 9],
] as const;

/** A struck bar: few partials, each with its own rate of decay. */
const bell: Instrument = (frequency, seconds) => {
  const length = Math.round((seconds + 1.6) * sampleRate);
  const samples = new Float32Array(length);
  for (const [ratio, strength, decay] of bellPartials) {
    const turn = (2 * Math.PI * frequency * ratio) / sampleRate;
    const keep = Math.exp(-decay / sampleRate);
    let level: number = strength;
    for (let i = 0; i < length; i += 1) {
      samples[i] = (samples[i] ?? 0) + level * Math.sin(turn * i);
      level *= keep;
    }
  }
  for (let i = 0; i < length; i += 1) {
    samples[i] = (samples[i] ?? 0) * Math.min(1, i / (0.004 * sampleRate), (length - i) / (0.2 * sampleRate));
  }
  return samples;
};

export const instruments = {
  pluck,
  bell,
  bow: held(wave([1, 0.62, 0.5, 0.36, 0.2, 0.16, 0.1, 0.07, 0.05]), { attack: 0.16, release: 0.5 }, 0.0045),
  pad: held(wave([1, 0.3, 0.14, 0.06]), { attack: 1.1, release: 1.8 }, 0.002),
} as const satisfies Record<string, Instrument>;

export type InstrumentName = keyof typeof instruments;
