import { registerMediabunnyServer } from '@mediabunny/server';
import {
  ADTS,
  FilePathSource,
  FLAC,
  Input,
  type InputAudioTrack,
  type InputFormat,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  registerEncoder,
  WAVE,
  WEBM,
} from 'mediabunny';
import { limits } from '@contract/base/limits';
import { UnreadableMedia, type FilmFacts } from '../media-tasks';
import { AacEncoder } from './aac-encoder';
import { assertComplete, isListing } from './missing-end';
import { BYTES_PER_SAMPLE, inspectOther, isOtherContainer, makeReadable, READABLE_BYTES } from './other-codings';
import { makeFramesOwnPixels } from './owned-frames';
import { measureFrames, measureListed } from './sound-length';
import { X264Encoder } from './x264-encoder';

// The encoder registered first has priority.
registerEncoder(X264Encoder);
registerEncoder(AacEncoder);
// No hardware decoding: graphics cards differ between machines, and their drivers would read untrusted bytes, too.
registerMediabunnyServer({ hardwareContext: null });
makeFramesOwnPixels();

const iso = [MP4, QTFF];
const matroska = [WEBM, MATROSKA];

/**
 * Containers for each type. Named instead of guessed: a guess could find a playlist, which would make the reader open other files
 * of this machine.
 */
const containers: Record<string, InputFormat[]> = {
  'video/mp4': iso,
  'video/quicktime': iso,
  'video/x-m4v': iso,
  'video/webm': matroska,
  'video/matroska': matroska,
  'video/x-matroska': matroska,
  'audio/mpeg': [MP3],
  'audio/mp4': iso,
  'audio/x-m4a': iso,
  'audio/aac': [ADTS],
  'audio/ogg': [OGG],
  'audio/ogg; codecs=opus': [OGG],
  'audio/wav': [WAVE],
  'audio/flac': [FLAC],
  'audio/x-flac': [FLAC],
  'audio/webm': matroska,
};

/**
 * Opens a file of a known type, and nothing else, during `read`.
 *
 * @throws UnreadableMedia if the type is neither audio nor video.
 */
export async function withInput<T>(
  { path, mimeType }: { path: string; mimeType: string },
  read: (input: Input) => Promise<T>,
): Promise<T> {
  const formats = containers[mimeType];
  if (!formats) throw new UnreadableMedia(`We can't read files of the type ${mimeType}.`);
  const input = new Input({ source: new FilePathSource(path), formats });
  try {
    return await read(input);
  } finally {
    input.dispose();
  }
}

export interface Tracks {
  video: InputVideoTrack | null;
  audio: InputAudioTrack | null;
}

/**
 * Finds the tracks to play: all or nothing, because a video without its audio would surprise its owner.
 *
 * @returns null if a codec is not supported here.
 * @throws UnreadableMedia
 */
async function findKnownTracks(input: Input): Promise<Tracks | null> {
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (!video && !audio) throw new UnreadableMedia('There is neither picture nor sound in it.');
  if ((video && !(await video.canDecode())) || (audio && !(await audio.canDecode()))) return null;
  if (video) assertNotTooLarge(await getSize(video));
  return { video, audio };
}

/** @throws UnreadableMedia, also if a codec is not supported here. */
export async function findTracks(input: Input): Promise<Tracks> {
  const tracks = await findKnownTracks(input);
  if (!tracks) throw new UnreadableMedia("Its coding can't be played here.");
  return tracks;
}

function assertNotTooLarge({ width, height }: { width: number; height: number }): void {
  if (width * height > limits.filmPixels) throw new UnreadableMedia('Its picture is too large.');
}

/** @throws UnreadableMedia for more frames per second than any camera records. Ignores very few frames. */
function assertNotTooFast(frames: number, rate: number): void {
  if (frames <= FEW_FRAMES || Math.round(rate) <= limits.filmRate) return;
  throw new UnreadableMedia(`It shows more than ${limits.filmRate} pictures a second. Save it with 60 or fewer.`);
}

/**
 * Counts the frames of a video; estimates very many from the first ones.
 *
 * @throws UnreadableMedia if there are too many per second.
 */
async function countFrames(track: InputVideoTrack, duration: number): Promise<number> {
  const { packetCount, averagePacketRate } = await track.computePacketStats(COUNTED_FRAMES);
  assertNotTooFast(packetCount, averagePacketRate);
  return packetCount < COUNTED_FRAMES ? packetCount : Math.max(packetCount, averagePacketRate * duration);
}

/** @throws UnreadableMedia for more samples than any player plays. */
function assertNotTooFine(soundRate: number): void {
  if (soundRate <= limits.soundRate) return;
  throw new UnreadableMedia('Its sound has too many channels, or too high a rate. Save it as stereo with 48 kHz.');
}

/** @throws UnreadableMedia */
export function assertNotTooLong(seconds: number): void {
  if (seconds <= limits.filmSeconds) return;
  throw new UnreadableMedia(`It is longer than ${limits.filmSeconds / 3600} hours.`);
}

/** Inaudible seconds before the start that audio encoders need. */
const PRIMING_SECONDS = 1;

/** Seconds from first to last, even if an edit list puts some or all of it before the start. */
export async function computeLength(input: Input): Promise<number> {
  const [first, end] = [await input.getFirstTimestamp(), await input.computeDuration()];
  return first < -PRIMING_SECONDS ? end - first : end;
}

/** @throws UnreadableMedia */
export async function getPictures(input: Input): Promise<InputVideoTrack> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new UnreadableMedia('There is no picture in it.');
  return track;
}

/** As shown, in pixels. */
export const getSize = async (track: InputVideoTrack): Promise<{ width: number; height: number }> => ({
  width: await track.getDisplayWidth(),
  height: await track.getDisplayHeight(),
});

/** With this many frames, any video is among the longest work, so the exact number does not matter. */
const COUNTED_FRAMES = 50_000;
/** Up to this many frames, the frame rate does not matter. */
const FEW_FRAMES = 3;

interface Source {
  path: string;
  mimeType: string;
}

/**
 * Reads what a video or audio file contains, from its header.
 *
 * @throws UnreadableMedia if nothing in it can be played.
 */
export async function inspectFilm(source: Source): Promise<FilmFacts> {
  const facts = (await inspectKnown(source)) ?? (await inspectUnknown(source));
  assertNotTooLong(facts.duration);
  return facts;
}

/** @returns null if FFmpeg's demuxers have to read it. */
async function inspectKnown(source: Source): Promise<FilmFacts | null> {
  if (!containers[source.mimeType] && isOtherContainer(source.mimeType)) return null;
  return withInput(source, async (input) => {
    const tracks = await findKnownTracks(input);
    if (!tracks) return null;
    const { video, audio } = tracks;
    if (isListing(source.mimeType)) for (const track of [video, audio]) if (track) await assertComplete(track);
    const ofFrames = audio && (await measureFrames(source, await audio.getSampleRate()));
    const declared = ofFrames ?? (await computeLength(input));
    const duration = audio ? await measureListed(source, declared) : declared;
    const frames = video ? await countFrames(video, duration) : 0;
    const soundRate = audio ? (await audio.getSampleRate()) * (await audio.getNumberOfChannels()) : 0;
    assertNotTooFine(soundRate);
    return {
      duration,
      video: video && (await getSize(video)),
      frames,
      isProRes: (await video?.getCodec()) === 'prores',
      isHighRange: video !== null && (await video.hasHighDynamicRange()),
      hasAudio: audio !== null,
      soundRate,
      readableBytes: 0,
    };
  });
}

/** @throws UnreadableMedia that names the unsupported codec. */
async function inspectUnknown(source: Source): Promise<FilmFacts> {
  const { duration, video, audio } = (await inspectOther(source)) ?? { duration: 0, video: null, audio: null };
  const isFilm = source.mimeType.startsWith('video/');
  if (!video && !audio) throw new UnreadableMedia('There is neither picture nor sound in it.');
  const uses = (coding: string | null) =>
    `uses ${coding ?? 'a coding'}${coding ? ',' : ''} ${coding ? 'which' : 'that'} can't be played here.`;
  if (video && !video.isTaken) throw new UnreadableMedia(`This video ${uses(video.coding)} Save it as MP4 with H.264.`);
  if (audio && !audio.isTaken)
    throw new UnreadableMedia(
      isFilm
        ? `The sound of this video ${uses(audio.coding)} Save it as MP4 with H.264 and AAC.`
        : `This audio file ${uses(audio.coding)} Save it as MP3.`,
    );
  if (video) assertNotTooLarge(video);
  if (video) assertNotTooFast(video.frames, video.rate);
  const soundRate = audio?.rate ?? 0;
  assertNotTooFine(soundRate);
  const readableBytes = Math.ceil(duration * soundRate * BYTES_PER_SAMPLE);
  if (readableBytes > READABLE_BYTES)
    throw new UnreadableMedia('Its sound takes too much room. Save it as AAC or MP3.');
  return {
    duration,
    frames: video?.frames ?? 0,
    video: video && { width: video.width, height: video.height },
    isProRes: false,
    isHighRange: false,
    hasAudio: audio !== null,
    soundRate,
    readableBytes,
  };
}

/** Returns a file that `withInput` can read: the source itself, or one rewritten in the work folder. @throws UnreadableMedia */
export async function toReadable<S extends Source & { workDir: string }>(source: S, onAlive: () => void): Promise<S> {
  if (await inspectKnown(source)) return source;
  const { duration: seconds } = await inspectUnknown(source);
  return { ...source, ...(await makeReadable(source, { workDir: source.workDir, seconds }, onAlive)) };
}

/** Shorter side in pixels of the video that all clients can play: 720p, landscape or portrait. */
export const FILM_SIDE = 720;
/** Above this aspect ratio, the longer side limits the size. */
const WIDEST = 16 / 9;
/** Seconds between key frames, which are at the same times in all renditions. */
export const KEY_SECONDS = 4;

/** Fits a rendition's box without enlarging. Sides are even, as the codec requires. @param side pixels of the shorter side */
export function fitInto({ width, height }: { width: number; height: number }, side: number) {
  const long = Math.round(side * WIDEST);
  const [most, least] = width >= height ? [long, side] : [side, long];
  const scale = Math.min(1, most / width, least / height);
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
