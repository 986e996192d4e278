import { AV_CODEC_ID_OPUS, AVMEDIA_TYPE_AUDIO, FFmpegError } from 'node-av';
import { limits } from '@contract/base/limits';
import { packetsOf, withReader, type Source } from './ffmpeg-reader';

/** FFmpeg's readers of what is nothing but frames, one after the other: to know how long it is, all have to be read. */
const frameReaders: Record<string, string> = { 'audio/mpeg': 'mp3', 'audio/aac': 'aac' };
/** Samples in a frame of AAC, of which its reader tells no length. */
const AAC_SAMPLES = 1024;
/** Containers that list the packets of a sound at their beginning, each with a length that its sender chose. */
const listingContainers: ReadonlySet<string> = new Set([
  ...['video/mp4', 'video/quicktime', 'video/x-m4v', 'audio/mp4', 'audio/x-m4a'],
]);
/** Samples in a packet of Opus at least, of 48,000 a second; there are up to 48 times as many. */
const LEAST_OPUS = { samples: 120, rate: 48_000 } as const;
/** How many times what is declared packets may last: those of some codings hold half as many samples as usual. */
const MAX_DECLARED_FACTOR = 2;

/**
 * Seconds of a sound that is nothing but frames; mediabunny takes a minute for a million of them.
 *
 * @returns null for any other file.
 */
export async function measureFrames(source: Source, sampleRate: number): Promise<number | null> {
  const reader = frameReaders[source.mimeType];
  if (!reader) return null;
  return withReader(source, reader, async (input, opened) => {
    FFmpegError.throwIfError(opened, 'open a sound');
    const [timeBase, perFrame] = [input.streams?.[0]?.timeBase, AAC_SAMPLES / sampleRate];
    let seconds = 0;
    for await (const packet of packetsOf(input)) {
      const isTold = timeBase && packet.duration > 0n;
      seconds += isTold ? (Number(packet.duration) * timeBase.num) / timeBase.den : perFrame;
      // More than anybody may send: the rest would only take time.
      if (seconds > limits.filmSeconds) break;
    }
    return seconds;
  });
}

/**
 * Seconds of a sound in a film or in a file of its own: what its head declares, unless its packets last far longer.
 *
 * @param declared what the times of its packets say: they may all be zero, whatever the packets hold.
 */
export async function measureListed(source: Source, declared: number): Promise<number> {
  if (!listingContainers.has(source.mimeType)) return declared;
  return withReader(source, 'mov', async (input, opened) => {
    if (opened < 0) return declared;
    const lengths = (input.streams ?? [])
      .filter(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO)
      .map(({ codecpar: { codecId, frameSize, sampleRate }, nbFrames }) => {
        const least = codecId === AV_CODEC_ID_OPUS ? LEAST_OPUS : { samples: frameSize, rate: sampleRate };
        return least.rate > 0 ? (Number(nbFrames) * least.samples) / least.rate : 0;
      });
    const seconds = Math.max(0, ...lengths);
    return seconds > MAX_DECLARED_FACTOR * declared ? seconds : declared;
  });
}
