import path from 'node:path';
import { FilePathTarget, Mp4OutputFormat, Output } from 'mediabunny';
import {
  AV_CODEC_ID_ALAC,
  AV_CODEC_ID_MJPEG,
  AV_NOPTS_VALUE,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  Codec,
  type FormatContext,
} from 'node-av';
import { UnreadableMedia } from '../media-tasks';
import { getPackets, withReader, type Source } from './ffmpeg-reader';
import { assertAllFound, isListing } from './missing-end';
import { openPictures, openSound, type Decoder, type OtherTrack } from './other-decoders';
import { countScans } from './picture-parts';

/** FFmpeg's demuxers for the containers in which cameras and recorders use codecs that mediabunny does not support. */
const containers: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/x-m4v': 'mov',
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'video/webm': 'matroska',
  'video/matroska': 'matroska',
  'video/x-matroska': 'matroska',
  'video/vnd.avi': 'avi',
};

export const isOtherContainer = (mimeType: string): boolean => Object.hasOwn(containers, mimeType);

/** Maximum size of a rewritten file in the work folder: four hours of uncompressed stereo. */
export const READABLE_BYTES = 3 * 1024 ** 3;
/** Bytes per sample of rewritten audio. */
export const BYTES_PER_SAMPLE = 2;
/** How many seconds longer audio may be than its packets say. */
const SPARE_SECONDS = 0.5;

/** Codecs that we accept although mediabunny does not support them. Few, because each FFmpeg decoder reads untrusted bytes. */
const taken: ReadonlySet<number> = new Set([AV_CODEC_ID_MJPEG, AV_CODEC_ID_ALAC]);
/** Codecs that mediabunny supports too: they may occur beside one of the others, or in a container that it does not support. */
const known = /^(?:h264|hevc|vp8|vp9|av1|libdav1d|aac|mp3float|mp3|opus|vorbis|flac|ac3|eac3|pcm_\w+)$/;

/** The first track of each kind, as found by FFmpeg. */
export interface OtherTracks {
  video: OtherTrack | null;
  audio: OtherTrack | null;
}

/** Opens a file with FFmpeg's demuxer for its type while `read` runs; null for types without one. */
async function withTracks<T>(
  source: Source,
  read: (tracks: OtherTracks, input: FormatContext) => Promise<T>,
): Promise<T | null> {
  const container = containers[source.mimeType];
  if (!container) return null;
  return withReader(source, container, async (input, opened) => {
    if (opened < 0 || (await input.findStreamInfo()) < 0) return null;
    const first = (type: number): OtherTrack | null => {
      const stream = (input.streams ?? []).find(({ codecpar }) => codecpar.codecType === type);
      return stream ? { stream, codec: Codec.findDecoder(stream.codecpar.codecId) } : null;
    };
    return read({ video: first(AVMEDIA_TYPE_VIDEO), audio: first(AVMEDIA_TYPE_AUDIO) }, input);
  });
}

const isTaken = ({ stream, codec }: OtherTrack): boolean =>
  codec !== null && (taken.has(stream.codecpar.codecId) || known.test(codec.name ?? ''));

/** Codec name that users may have seen, such as "MPEG-4 part 2". */
const toName = (track: OtherTrack | null): string | null => track?.codec?.longName?.replace(/\s*\(.*/, '') ?? null;

export interface OtherFacts {
  /** Seconds computed from its packets, because the header may be false. */
  duration: number;
  /** `rate` in frames per second. */
  video: {
    width: number;
    height: number;
    frames: number;
    rate: number;
    isTaken: boolean;
    coding: string | null;
  } | null;
  /** `rate` in samples per second of all channels. */
  audio: { rate: number; isTaken: boolean; coding: string | null } | null;
}

/** @returns null if FFmpeg cannot open it either @throws UnreadableMedia if its end is missing */
export const inspectOther = (source: Source): Promise<OtherFacts | null> =>
  withTracks(source, async ({ video, audio }, input) => {
    const [pictures, sound] = await measureTracks(input, [video, audio]);
    if (isListing(source.mimeType)) {
      if (video) assertAllFound({ ...pictures, listed: Number(video.stream.nbFrames) });
      if (audio) assertAllFound({ ...sound, listed: Number(audio.stream.nbFrames) });
    }
    return {
      duration: Math.max(pictures.seconds, sound.seconds),
      video: video && {
        width: video.stream.codecpar.width,
        height: video.stream.codecpar.height,
        frames: pictures.packets + pictures.extra,
        rate: pictures.packets / pictures.seconds,
        isTaken: isTaken(video),
        coding: toName(video),
      },
      audio: audio && {
        rate: audio.stream.codecpar.sampleRate * audio.stream.codecpar.channelLayout.nbChannels,
        isTaken: isTaken(audio),
        coding: toName(audio),
      },
    };
  });

interface Length {
  packets: number;
  /** How many additional packets the costly packets count as. */
  extra: number;
  seconds: number;
  /** Time of the first packet, and duration of all packets together, in seconds. */
  start: number | null;
  sum: number;
}

/** Length of each track from all its packets: by timestamps, or by durations if these add up to more. */
async function measureTracks(
  input: FormatContext,
  tracks: readonly [OtherTrack | null, OtherTrack | null],
): Promise<[Length, Length]> {
  const lengths: [Length, Length] = [nothing(), nothing()];
  for await (const { streamIndex, pts, dts, duration, data } of getPackets(input)) {
    const which = tracks.findIndex((track) => track?.stream.index === streamIndex);
    const [track, length] = [tracks[which], lengths[which]];
    if (!track || !length) continue;
    if (track.stream.codecpar.codecId === AV_CODEC_ID_MJPEG) length.extra += measureScans(data);
    const { num, den } = track.stream.timeBase;
    const toSeconds = (ticks: bigint) => (Number(ticks) * num) / den;
    const at = toSeconds(pts === AV_NOPTS_VALUE ? dts : pts);
    length.start ??= at;
    length.sum += toSeconds(duration);
    length.packets += 1;
    length.seconds = Math.max(length.seconds, length.sum, at + toSeconds(duration) - length.start);
  }
  return lengths;
}

/** Decoding this many scans takes about as long as all other work on a frame. */
const SCANS_PER_PICTURE = 10;

/** How many additional frames a progressive JPEG counts as. @throws UnreadableMedia if it has far too many scans */
const measureScans = (jpeg: Buffer | null): number => (jpeg ? Math.floor(countScans(jpeg) / SCANS_PER_PICTURE) : 0);

const nothing = (): Length => ({ packets: 0, extra: 0, seconds: 0, start: null, sum: 0 });

/**
 * Rewrites a video or audio file in codecs that mediabunny supports.
 *
 * @param options.seconds length according to its packets, which may contain more
 * @returns the file to read instead
 * @throws UnreadableMedia if it plays longer than that, or exceeds the maximum size
 */
export async function makeReadable(
  source: Source,
  { workDir, seconds }: { workDir: string; seconds: number },
  onAlive: () => void,
): Promise<Source> {
  const target = path.join(workDir, 'readable.mp4');
  await withTracks(source, async ({ video, audio }, input) => {
    const file = new FilePathTarget(target);
    let size = 0;
    file.onwrite = (_start, end) => (size = Math.max(size, end));
    const assertBounded = () => {
      if (size > READABLE_BYTES) throw new UnreadableMedia('It takes too much room to read.');
    };
    const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: file });
    const decoders = new Map<number, Decoder>();
    if (video) decoders.set(video.stream.index, await openPictures(video, output));
    if (audio) decoders.set(audio.stream.index, await openSound(audio, output, seconds + SPARE_SECONDS));
    try {
      await output.start();
      for await (const packet of getPackets(input)) {
        await decoders.get(packet.streamIndex)?.decode(packet);
        assertBounded();
        onAlive();
      }
      for (const decoder of decoders.values()) await decoder.decode(null);
      await output.finalize();
    } catch (error) {
      await output.cancel();
      throw error;
    } finally {
      for (const decoder of decoders.values()) decoder.close();
    }
  });
  return { path: target, mimeType: 'video/mp4' };
}
