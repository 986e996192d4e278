import {
  AV_CODEC_ID_OPUS,
  AVDISCARD_ALL,
  AVMEDIA_TYPE_AUDIO,
  FFmpegError,
  type FormatContext,
  type Stream,
} from 'node-av';
import { limits } from '@contract/base/limits';
import { getPackets, withReader, type Source } from './ffmpeg-reader';
import { isListing } from './missing-end';

/** FFmpeg's demuxers for files that are only a sequence of frames, all of which have to be read to know the length. */
const frameReaders: Record<string, string> = { 'audio/mpeg': 'mp3', 'audio/aac': 'aac' };
/** Samples in an AAC frame. The demuxer does not report its length. */
const AAC_SAMPLES = 1024;
/** Packets may last up to this many times the declared length: in some codecs, packets hold half as many samples as usual. */
const MAX_DECLARED_FACTOR = 2;

/**
 * Seconds of audio that is only a sequence of frames. Uses FFmpeg, because mediabunny takes a minute for a million frames.
 *
 * @returns null for any other file
 */
export async function measureFrames(source: Source, sampleRate: number): Promise<number | null> {
  const reader = frameReaders[source.mimeType];
  if (!reader) return null;
  return withReader(source, reader, async (input, opened) => {
    FFmpegError.throwIfError(opened, 'open a sound');
    const [timeBase, perFrame] = [input.streams?.[0]?.timeBase, AAC_SAMPLES / sampleRate];
    let seconds = 0;
    for await (const packet of getPackets(input)) {
      const isTold = timeBase && packet.duration > 0n;
      seconds += isTold ? (Number(packet.duration) * timeBase.num) / timeBase.den : perFrame;
      // It is over the limit already, so the exact length does not matter.
      if (seconds > limits.filmSeconds) break;
    }
    return seconds;
  });
}

/**
 * Seconds of audio in a file with an index: the declared length, unless its packets last far longer.
 *
 * @param declared length according to the timestamps of its packets, which may all be zero
 */
export async function measureListed(source: Source, declared: number): Promise<number> {
  if (!isListing(source.mimeType)) return declared;
  return withReader(source, 'mov', async (input, opened) => {
    if (opened < 0) return declared;
    const sounds = (input.streams ?? []).filter(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO);
    const hasOpus = sounds.some(({ codecpar }) => codecpar.codecId === AV_CODEC_ID_OPUS);
    const seconds = Math.max(hasOpus ? await measureOpus(input) : 0, ...sounds.map(getListedSeconds));
    return seconds > MAX_DECLARED_FACTOR * declared ? seconds : declared;
  });
}

/** Seconds computed from the number of packets, if all hold the same number of samples. */
const getListedSeconds = ({ codecpar: { frameSize, sampleRate }, nbFrames }: Stream): number =>
  sampleRate > 0 ? (Number(nbFrames) * frameSize) / sampleRate : 0;

/** Opus packets hold 2.5 to 120 milliseconds; each declares how much. @returns seconds of the longest track */
async function measureOpus(input: FormatContext): Promise<number> {
  const lengths = new Map<number, number>();
  for (const { index, codecpar } of input.streams ?? [])
    if (codecpar.codecId === AV_CODEC_ID_OPUS) lengths.set(index, 0);
  // Other tracks, such as video, are not read.
  for (const stream of input.streams ?? []) if (!lengths.has(stream.index)) stream.discard = AVDISCARD_ALL;
  for await (const { streamIndex, data } of getPackets(input)) {
    const known = lengths.get(streamIndex);
    if (known === undefined || !data) continue;
    lengths.set(streamIndex, known + readOpusLength(data));
    if (known > limits.filmSeconds) break;
  }
  return Math.max(...lengths.values());
}

/** Seconds of a packet, according to its first bytes. RFC 6716, 3.1. */
function readOpusLength(packet: Buffer): number {
  const [head = 0, count = 0] = packet;
  const config = head >> 3;
  const frame =
    config < 12 ? [10, 20, 40, 60][config & 3] : config < 16 ? [10, 20][config & 1] : [2.5, 5, 10, 20][config & 3];
  return ((frame ?? 0) * ([1, 2, 2][head & 3] ?? count & 63)) / 1000;
}
