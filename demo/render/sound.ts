import { BufferSource, Conversion, FilePathTarget, Input, Mp4OutputFormat, Output, Quality, WAVE } from 'mediabunny';
import '../../server/media/worker/video-probe';
import { playTune } from '../music/mix';
import type { AudioRecipe } from '../types';

/** One channel: what differs between the two is a small hall. */
const encoding = { codec: 'aac', numberOfChannels: 1, quality: new Quality({ bitrate: 48_000 }) } as const;

/** Plays a tune into AAC in an MP4 that can start before it is loaded. Writes it to `target`. */
export async function makeSound({ tune, seconds, seed }: AudioRecipe, target: string): Promise<void> {
  const input = new Input({ source: new BufferSource(playTune(tune, seconds, seed)), formats: [WAVE] });
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new FilePathTarget(target),
  });
  await (await Conversion.init({ input, output, audio: encoding, tags: {} })).execute();
}
