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

// The one registered first is asked first.
registerEncoder(X264Encoder);
registerEncoder(AacEncoder);
// No look for graphics cards: what is there differs from machine to machine, and their drivers read strangers' bytes too.
registerMediabunnyServer({ hardwareContext: null });
makeFramesOwnPixels();

const iso = [MP4, QTFF];
const matroska = [WEBM, MATROSKA];

/**
 * The containers for each type the bytes may be of. They are named instead of guessed: a guess could find a playlist,
 * which would make the reader look into other files of this machine.
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
 * Opens a file of a known type, and nothing else, for the time of `read`.
 *
 * @throws UnreadableMedia for a type that is neither sound nor moving pictures.
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

/** The tracks of a file that are used: the first of each kind. */
export interface Tracks {
  video: InputVideoTrack | null;
  audio: InputAudioTrack | null;
}

/**
 * Finds what can be played: half a film, without its sound, would surprise its owner.
 *
 * @returns null when a coding is not known here.
 * @throws UnreadableMedia
 */
async function findKnownTracks(input: Input): Promise<Tracks | null> {
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (!video && !audio) throw new UnreadableMedia('There is neither picture nor sound in it.');
  if ((video && !(await video.canDecode())) || (audio && !(await audio.canDecode()))) return null;
  if (video) assertNotTooLarge(await getSize(video));
  return { video, audio };
}

/** The same of a file whose codings are known here. @throws UnreadableMedia */
export async function findTracks(input: Input): Promise<Tracks> {
  const tracks = await findKnownTracks(input);
  if (!tracks) throw new UnreadableMedia("Its coding can't be played here.");
  return tracks;
}

function assertNotTooLarge({ width, height }: { width: number; height: number }): void {
  if (width * height > limits.filmPixels) throw new UnreadableMedia('Its picture is too large.');
}

/** @throws UnreadableMedia for pictures that follow each other faster than any camera takes them; of a few, it says nothing. */
function assertNotTooFast(frames: number, rate: number): void {
  if (frames <= FEW_FRAMES || Math.round(rate) <= limits.filmRate) return;
  throw new UnreadableMedia(`It shows more than ${limits.filmRate} pictures a second. Save it with 60 or fewer.`);
}

/**
 * Counts the pictures of a film; of very many, by the first ones.
 *
 * @throws UnreadableMedia when they are too many a second.
 */
async function countFrames(track: InputVideoTrack, duration: number): Promise<number> {
  const { packetCount, averagePacketRate } = await track.computePacketStats(COUNTED_FRAMES);
  assertNotTooFast(packetCount, averagePacketRate);
  return packetCount < COUNTED_FRAMES ? packetCount : Math.max(packetCount, averagePacketRate * duration);
}

/** @throws UnreadableMedia for sound of more samples than any player plays. */
function assertNotTooFine(soundRate: number): void {
  if (soundRate <= limits.soundRate) return;
  throw new UnreadableMedia('Its sound has too many channels, or too high a rate. Save it as stereo with 48 kHz.');
}

/** @throws UnreadableMedia for what plays longer than we take. */
export function assertNotTooLong(seconds: number): void {
  if (seconds <= limits.filmSeconds) return;
  throw new UnreadableMedia(`It is longer than ${limits.filmSeconds / 3600} hours.`);
}

/** Seconds before the beginning that encoders of sound need, and nobody hears. */
const PRIMING_SECONDS = 1;

/** Seconds from the first to the last, also where an edit list puts a part of it, or all, before the beginning. */
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

/** Pixels as they are seen. */
export const getSize = async (track: InputVideoTrack): Promise<{ width: number; height: number }> => ({
  width: await track.getDisplayWidth(),
  height: await track.getDisplayHeight(),
});

/** As many as make any film one of the longest work: which of them makes no difference. */
const COUNTED_FRAMES = 50_000;
/** Up to so many, it does not matter how fast they follow each other. */
const FEW_FRAMES = 3;

interface Source {
  path: string;
  mimeType: string;
}

/**
 * Reads what a file of sound or moving pictures holds, from its head.
 *
 * @throws UnreadableMedia when nothing in it can be played.
 */
export async function inspectFilm(source: Source): Promise<FilmFacts> {
  const facts = (await inspectKnown(source)) ?? (await inspectUnknown(source));
  assertNotTooLong(facts.duration);
  return facts;
}

/** @returns null when FFmpeg's own readers are to be asked. */
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

/** @throws UnreadableMedia which names the coding that is to blame. */
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

/** A file to read by `withInput`: the source itself, or what was made of it in the work folder for that. @throws UnreadableMedia */
export async function toReadable<S extends Source & { workDir: string }>(source: S, onAlive: () => void): Promise<S> {
  if (await inspectKnown(source)) return source;
  const { duration: seconds } = await inspectUnknown(source);
  return { ...source, ...(await makeReadable(source, { workDir: source.workDir, seconds }, onAlive)) };
}

/** Pixels of the shorter side of the film that everybody can play: 720p, lying or standing. */
export const FILM_SIDE = 720;
/** Longer side by shorter side above which the longer one is what counts. */
const WIDEST = 16 / 9;
/** Seconds between points to jump to, at the same times in all qualities of a film. */
export const KEY_SECONDS = 4;

/** Fits the box of a quality without enlarging; even sides, which the codec asks for. @param side pixels of the shorter side */
export function fitInto({ width, height }: { width: number; height: number }, side: number) {
  const long = Math.round(side * WIDEST);
  const [most, least] = width >= height ? [long, side] : [side, long];
  const scale = Math.min(1, most / width, least / height);
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
