import path from 'node:path';
import { AvFrameAudioSampleResource, AvFrameVideoSampleResource } from '@mediabunny/server';
import {
  AudioSample,
  AudioSampleSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSample,
  VideoSampleSource,
} from 'mediabunny';
import {
  AV_CODEC_ID_ALAC,
  AV_CODEC_ID_MJPEG,
  AV_NOPTS_VALUE,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  InputFormat,
  Packet,
  Rational,
  type Stream,
} from 'node-av';
import { limits } from '@contract/base/limits';
import { UnreadableMedia } from '../media-tasks';
import { ColourMapper } from './colours';

/** FFmpeg's readers of the containers in which cameras and recorders put codings that mediabunny does not know. */
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

/** Whether files of a type are read here. */
export const isOtherContainer = (mimeType: string): boolean => Object.hasOwn(containers, mimeType);

/** FFmpeg's readers of what is nothing but frames, one after the other: to know how long it is, all have to be read. */
const frameReaders: Record<string, string> = { 'audio/mpeg': 'mp3', 'audio/aac': 'aac' };
/** Frames that are read before anything else gets a turn. */
const FRAMES_AT_ONCE = 1_000;
/** Samples in a frame of AAC, of which its reader tells no length. */
const AAC_SAMPLES = 1024;

/** Bytes that a file may take in the work folder when it is written anew: four hours of stereo, uncompressed. */
export const READABLE_BYTES = 3 * 1024 ** 3;
/** Of sound that is written anew. */
export const BYTES_PER_SAMPLE = 2;
/** Seconds by which a sound may be longer than its packets say. */
const SPARE_SECONDS = 0.5;

/** Codings that are taken although mediabunny does not know them: each decoder of FFmpeg is code that reads bytes of strangers. */
const taken: ReadonlySet<number> = new Set([AV_CODEC_ID_MJPEG, AV_CODEC_ID_ALAC]);
/** Those that both know: beside one of the others, or in a container that mediabunny does not know. */
const known = /^(?:h264|hevc|vp8|vp9|av1|libdav1d|aac|mp3float|mp3|opus|vorbis|flac|ac3|eac3|pcm_\w+)$/;

interface OtherTrack {
  stream: Stream;
  codec: Codec | null;
}

/** The tracks that are used, the first of each kind, as FFmpeg finds them. */
export interface OtherTracks {
  video: OtherTrack | null;
  audio: OtherTrack | null;
}

interface Source {
  path: string;
  mimeType: string;
}

/** Opens a file by one of FFmpeg's readers, for the time of `read`. @param read is told FFmpeg's code: below 0 for what cannot be opened */
async function withReader<T>(
  source: Source,
  reader: string,
  read: (input: FormatContext, opened: number) => Promise<T>,
): Promise<T> {
  const input = new FormatContext();
  try {
    // The one file, by the one reader: an address or a playlist in it opens nothing.
    const options = Dictionary.fromObject({ protocol_whitelist: 'file' });
    return await read(input, await input.openInput(source.path, InputFormat.findInputFormat(reader), options));
  } finally {
    await input.closeInput();
  }
}

/** Opens a file by FFmpeg's reader for its type, for the time of `read`; null for types that it is not asked about. */
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

/** A coding as people may have read its name: "MPEG-4 part 2". */
const nameOf = (track: OtherTrack | null): string | null => track?.codec?.longName?.replace(/\s*\(.*/, '') ?? null;

export interface OtherFacts {
  /** Seconds, by its packets: what its head says may be a lie. */
  duration: number;
  /** `rate` in pictures a second. */
  video: {
    width: number;
    height: number;
    frames: number;
    rate: number;
    isTaken: boolean;
    coding: string | null;
  } | null;
  /** `rate` in samples a second, of all channels. */
  audio: { rate: number; isTaken: boolean; coding: string | null } | null;
}

/** @returns null for what FFmpeg cannot open either. */
export const inspectOther = (source: Source): Promise<OtherFacts | null> =>
  withTracks(source, async ({ video, audio }, input) => {
    const [pictures, sound] = await measureTracks(input, [video, audio]);
    return {
      duration: Math.max(pictures.seconds, sound.seconds),
      video: video && {
        width: video.stream.codecpar.width,
        height: video.stream.codecpar.height,
        frames: pictures.packets,
        rate: pictures.packets / pictures.seconds,
        isTaken: isTaken(video),
        coding: nameOf(video),
      },
      audio: audio && {
        rate: audio.stream.codecpar.sampleRate * audio.stream.codecpar.channelLayout.nbChannels,
        isTaken: isTaken(audio),
        coding: nameOf(audio),
      },
    };
  });

interface Length {
  packets: number;
  seconds: number;
  /** Where the first packet stands, and how long all of them are, in seconds. */
  start: number | null;
  sum: number;
}

/** How long tracks are, by all their packets: by their times, or by their lengths if these add up to more. */
async function measureTracks(
  input: FormatContext,
  tracks: readonly [OtherTrack | null, OtherTrack | null],
): Promise<[Length, Length]> {
  const lengths: [Length, Length] = [nothing(), nothing()];
  for await (const { streamIndex, pts, dts, duration } of packetsOf(input)) {
    const which = tracks.findIndex((track) => track?.stream.index === streamIndex);
    const [track, length] = [tracks[which], lengths[which]];
    if (!track || !length) continue;
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

const nothing = (): Length => ({ packets: 0, seconds: 0, start: null, sum: 0 });

/**
 * Writes a film or sound anew in codings that mediabunny knows, for it to go on from.
 *
 * @param options.seconds how long it is by its packets: what they hold may be more.
 * @returns what to read instead.
 * @throws UnreadableMedia for what plays longer than that, or takes more room than there is for one file.
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
      for await (const packet of packetsOf(input)) {
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

/** The packets of all tracks, undecoded. Each is there until the next is asked for. */
async function* packetsOf(input: FormatContext): AsyncGenerator<Packet> {
  const packet = new Packet();
  packet.alloc();
  try {
    for (let count = 1; ; count += 1) {
      // Waiting for each would take longer than reading it.
      const code = input.readFrameSync(packet);
      if (code === AVERROR_EOF) return;
      FFmpegError.throwIfError(code, 'read a file');
      yield packet;
      packet.unref();
      if (count % FRAMES_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    packet.free();
  }
}

interface Decoder {
  /** @param packet null after the last. */
  decode(packet: Packet | null): Promise<void>;
  close(): void;
}

/** @param take gets each frame, with its time in seconds; the frame is its own. */
async function openDecoder(
  { stream, codec }: OtherTrack,
  take: (frame: Frame, at: number) => Promise<void>,
): Promise<Decoder> {
  const { codecpar, timeBase } = stream;
  const [context, frame] = [new CodecContext(), new Frame()];
  context.allocContext3(codec);
  FFmpegError.throwIfError(context.parametersToContext(codecpar), 'set up a decoder');
  context.pktTimebase = timeBase;
  FFmpegError.throwIfError(await context.open2(codec), 'open a decoder');
  frame.alloc();
  return {
    async decode(packet) {
      const sent = await context.sendPacket(packet);
      FFmpegError.throwIfError(sent, 'decode');
      for (;;) {
        const code = await context.receiveFrame(frame);
        if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
        FFmpegError.throwIfError(code, 'decode');
        const at = frame.bestEffortTimestamp === AV_NOPTS_VALUE ? frame.pts : frame.bestEffortTimestamp;
        const own = frame.clone();
        if (own) await take(own, (Number(at) * timeBase.num) / timeBase.den);
        frame.unref();
      }
    },
    close() {
      context.freeContext();
      frame.free();
    },
  };
}

async function openPictures(track: OtherTrack, output: Output): Promise<Decoder> {
  const source = new VideoSampleSource({ codec: 'avc', quality: new Quality('high') });
  output.addVideoTrack(source);
  const { codecpar, avgFrameRate } = track.stream;
  const colours = new ColourMapper({ colours: {}, width: codecpar.width, height: codecpar.height }, null);
  const duration = avgFrameRate.num > 0 ? avgFrameRate.den / avgFrameRate.num : 1 / 30;
  const decoder = await openDecoder(track, async (frame, at) => {
    const sample = new VideoSample(new AvFrameVideoSampleResource(frame), { timestamp: at, duration });
    const mapped = await colours.map(sample);
    await source.add(mapped);
    mapped.close();
    if (mapped !== sample) sample.close();
  });
  const close = () => {
    decoder.close();
    colours.close();
  };
  return { ...decoder, close };
}

/** @param most seconds that it may play. */
async function openSound(track: OtherTrack, output: Output, most: number): Promise<Decoder> {
  const source = new AudioSampleSource({ codec: 'pcm-s16' });
  output.addAudioTrack(source);
  let seconds = 0;
  return openDecoder(track, async (frame, at) => {
    seconds += frame.nbSamples / frame.sampleRate;
    if (seconds > most) throw new UnreadableMedia('It plays longer than it says.');
    frame.timeBase = new Rational(1, frame.sampleRate);
    frame.pts = BigInt(Math.round(at * frame.sampleRate));
    const sample = new AudioSample(new AvFrameAudioSampleResource(frame));
    await source.add(sample);
    sample.close();
  });
}
