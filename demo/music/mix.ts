import { createRandom } from '../draw/random';
import type { Random } from '../draw/random';
import { instruments, sampleRate } from './instruments';
import { tunes } from './tunes';
import type { TuneName } from './tunes';

const headerBytes = 44;

type Stereo = readonly [Float32Array, Float32Array];

/** Surf: low-pass noise that swells every few seconds. */
function addSurf([left, right]: Stereo, loudness: number, random: Random): void {
  [left, right].forEach((channel, side) => {
    let soft = 0;
    for (let i = 0; i < channel.length; i += 1) {
      const t = i / sampleRate;
      const tide = 0.3 + 0.7 * Math.max(0, Math.sin((2 * Math.PI * t) / 7.5 + side * 0.5)) ** 2;
      soft += (random.between(-1, 1) - soft) * (0.03 + 0.07 * tide);
      channel[i] = (channel[i] ?? 0) + soft * tide * loudness;
    }
  });
}

/** Reverb: four echoes with feedback. */
function addHall(channel: Float32Array, shift: number): void {
  const dry = channel.slice();
  for (const delay of [1557, 1617, 1491, 1422]) {
    const loop = new Float32Array(delay + shift);
    let damped = 0;
    for (let i = 0; i < dry.length; i += 1) {
      const at = i % loop.length;
      const echo = loop[at] ?? 0;
      damped += (echo - damped) * 0.55;
      loop[at] = (dry[i] ?? 0) + damped * 0.8;
      channel[i] = (channel[i] ?? 0) + echo * 0.11;
    }
  }
}

/** Normalizes the loudness and fades both ends. Times in seconds. */
function finish([left, right]: Stereo, fadeIn: number, fadeOut: number): void {
  let peak = 0.001;
  for (const channel of [left, right]) for (const value of channel) peak = Math.max(peak, Math.abs(value));
  const gain = 0.72 / peak;
  for (const channel of [left, right]) {
    for (let i = 0; i < channel.length; i += 1) {
      const [t, rest] = [i / sampleRate, (channel.length - i) / sampleRate];
      channel[i] = (channel[i] ?? 0) * gain * Math.min(1, t / fadeIn) * Math.min(1, rest / fadeOut);
    }
  }
}

function toWav([left, right]: Stereo): Buffer {
  const data = left.length * 4;
  const wav = Buffer.alloc(headerBytes + data);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + data, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate * 4, 28);
  wav.writeUInt16LE(4, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(data, 40);
  for (let i = 0; i < left.length; i += 1) {
    wav.writeInt16LE(Math.round((left[i] ?? 0) * 32_767), headerBytes + i * 4);
    wav.writeInt16LE(Math.round((right[i] ?? 0) * 32_767), headerBytes + i * 4 + 2);
  }
  return wav;
}

/**
 * @param seed a different seed gives a different improvisation on the same chords
 * @returns a 16-bit stereo WAV file of exactly `seconds`
 */
export function playTune(name: TuneName, seconds: number, seed: number): Buffer {
  const random = createRandom(seed);
  const { beatsPerMinute, notes, surf } = { surf: 0, ...tunes[name](random, seconds) };
  const length = Math.round(seconds * sampleRate);
  const stereo: Stereo = [new Float32Array(length), new Float32Array(length)];
  for (const { at, beats, pitch, gain, pan, instrument } of notes) {
    const start = Math.round(((at * 60) / beatsPerMinute) * sampleRate);
    const sound = instruments[instrument](440 * 2 ** ((pitch - 69) / 12), (beats * 60) / beatsPerMinute, random);
    const end = Math.min(length, start + sound.length);
    stereo.forEach((channel, side) => {
      const share = gain * Math.sqrt((1 + (side ? pan : -pan)) / 2);
      for (let i = start; i < end; i += 1) channel[i] = (channel[i] ?? 0) + (sound[i - start] ?? 0) * share;
    });
  }
  stereo.forEach((channel, side) => addHall(channel, side * 23));
  if (surf) addSurf(stereo, surf, random);
  finish(stereo, 0.4, Math.min(3, seconds / 4));
  return toWav(stereo);
}
