import { BufferSource, Conversion, FilePathTarget, Input, Mp4OutputFormat, Output, Quality, WAVE } from 'mediabunny';
import '../../server/media/worker/video-probe';
import { playTune } from '../music/mix';
import type { AudioRecipe } from '../types';

/** Mono: the channels differ only in their reverb. */
const encoding = { codec: 'aac', numberOfChannels: 1, quality: new Quality({ bitrate: 48_000 }) } as const;

/** Writes an MP4 with AAC that plays before it is fully loaded. */
export async function makeSound({ tune, seconds, seed }: AudioRecipe, target: string): Promise<void> {
  const input = new Input({ source: new BufferSource(playTune(tune, seconds, seed)), formats: [WAVE] });
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new FilePathTarget(target),
  });
  await (await Conversion.init({ input, output, audio: encoding, tags: {} })).execute();
}
