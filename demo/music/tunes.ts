import type { Random } from '../draw/random';
import type { InstrumentName } from './instruments';

/** Times in beats, pitch as a MIDI number (69 is the A of 440 Hz), `gain` 0..1, `pan` -1..1. */
export interface Note {
  at: number;
  beats: number;
  pitch: number;
  gain: number;
  pan: number;
  instrument: InstrumentName;
}

interface Score {
  beatsPerMinute: number;
  notes: Note[];
  /** Loudness of the surf under the music, 0..1. */
  surf?: number;
}

type Compose = (random: Random, seconds: number) => Score;

/** Chords as MIDI pitches, lowest first. */
const progressions = {
  dMajor: [[50, 57, 62, 66, 69], [47, 54, 59, 62, 66], [43, 55, 59, 62, 67], [45, 57, 61, 64, 69]],
  dMinor: [[38, 50, 57, 62, 65], [34, 46, 53, 58, 62], [41, 48, 53, 57, 60], [36, 48, 55, 60, 64]],
  aeolian: [[45, 52, 57, 60, 64], [41, 53, 57, 60, 65], [48, 52, 55, 60, 67], [43, 50, 55, 59, 62]],
  lydian: [[48, 55, 60, 64, 71], [50, 57, 62, 66, 69], [45, 52, 60, 64, 67], [43, 50, 59, 62, 67]],
} as const; // prettier-ignore

const bars = (seconds: number, beatsPerMinute: number, beats = 4) => Math.ceil((seconds * beatsPerMinute) / 60 / beats);

function getChord(chords: readonly (readonly number[])[], bar: number): readonly number[] {
  return chords[bar % chords.length] ?? [60];
}

/** A plucked arpeggio with occasional melody notes. */
function strummed(chords: readonly (readonly number[])[], beatsPerMinute: number, order: readonly number[]): Compose {
  return (random, seconds) => {
    const notes: Note[] = [];
    for (let bar = 0; bar < bars(seconds, beatsPerMinute); bar += 1) {
      const chord = getChord(chords, bar);
      order.forEach((step, i) => {
        notes.push({
          at: bar * 4 + i * 0.5,
          beats: i ? 1.5 : 3,
          pitch: chord[step] ?? 60,
          gain: i ? random.between(0.3, 0.42) : 0.55,
          pan: (step - 2) * 0.16,
          instrument: 'pluck',
        });
      });
      if (bar % 2 || random.chance(0.4)) {
        const pitch = (chord[random.int(2, 4)] ?? 60) + 12;
        notes.push({
          at: bar * 4 + random.pick([1, 1.5, 2.5]),
          beats: 2,
          pitch,
          gain: 0.3,
          pan: 0.3,
          instrument: 'pluck',
        });
      }
    }
    return { beatsPerMinute, notes };
  };
}

function bowed(chords: readonly (readonly number[])[], beatsPerMinute: number): Compose {
  return (random, seconds) => {
    const notes: Note[] = [];
    for (let bar = 0; bar < bars(seconds, beatsPerMinute); bar += 1) {
      const chord = getChord(chords, bar);
      notes.push({ at: bar * 4, beats: 3.8, pitch: chord[0] ?? 38, gain: 0.36, pan: -0.2, instrument: 'bow' });
      notes.push({ at: bar * 4, beats: 3.8, pitch: chord[1] ?? 50, gain: 0.2, pan: 0.25, instrument: 'bow' });
      const line = random.shuffle(chord.slice(2)).slice(0, random.int(2, 3));
      line.forEach((pitch, i) =>
        notes.push({
          at: bar * 4 + (i * 4) / line.length,
          beats: 4 / line.length - 0.1,
          pitch,
          gain: 0.3,
          pan: 0.05,
          instrument: 'bow',
        }),
      );
    }
    return { beatsPerMinute, notes };
  };
}

function floating(chords: readonly (readonly number[])[], beatsPerMinute: number, surf?: number): Compose {
  return (random, seconds) => {
    const notes: Note[] = [];
    for (let bar = 0; bar < bars(seconds, beatsPerMinute); bar += 1) {
      const chord = getChord(chords, bar);
      chord
        .slice(0, 4)
        .forEach((pitch, i) =>
          notes.push({ at: bar * 4, beats: 4, pitch, gain: 0.17, pan: (i - 1.5) * 0.3, instrument: 'pad' }),
        );
      for (let i = 0; i < random.int(1, 3); i += 1) {
        notes.push({
          at: bar * 4 + random.int(0, 7) * 0.5,
          beats: 2,
          pitch: (chord[random.int(2, 4)] ?? 60) + 12,
          gain: 0.16,
          pan: random.between(-0.6, 0.6),
          instrument: 'bell',
        });
      }
    }
    return { beatsPerMinute, notes, surf };
  };
}

export const tunes = {
  'morning strings': strummed(progressions.dMajor, 84, [0, 2, 3, 4, 3, 2, 3, 1]),
  'workshop guitar': strummed(progressions.aeolian, 76, [0, 3, 2, 4, 1, 3, 2, 4]),
  'kitchen strings': strummed(progressions.lydian, 96, [0, 2, 4, 3, 2, 4]),
  'low cello': bowed(progressions.dMinor, 58),
  'northern night': floating(progressions.lydian, 46),
  'harbour story': floating(progressions.aeolian, 44, 0.5),
} as const satisfies Record<string, Compose>;

export type TuneName = keyof typeof tunes;
