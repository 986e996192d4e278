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
import { X264Encoder } from './x264-encoder';

// The one registered first is asked first.
registerEncoder(X264Encoder);
// No look for graphics cards: what is there differs from machine to machine, and their drivers read strangers' bytes too.
registerMediabunnyServer({ hardwareContext: null });

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
 * Finds what can be played, refusing what is more than we take or in a coding we do not know: half a film, without its
 * sound, would surprise its owner.
 *
 * @throws UnreadableMedia
 */
export async function findTracks(input: Input): Promise<Tracks> {
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (!video && !audio) throw new UnreadableMedia('There is neither picture nor sound in it.');
  if (video && !(await video.canDecode())) throw new UnreadableMedia("Its picture is in a format we can't read.");
  if (audio && !(await audio.canDecode())) throw new UnreadableMedia("Its sound is in a format we can't read.");
  if (video && (await video.getDisplayWidth()) * (await video.getDisplayHeight()) > limits.filmPixels)
    throw new UnreadableMedia('Its picture is too large.');
  return { video, audio };
}

/** @throws UnreadableMedia for what plays longer than we take. */
export function assertNotTooLong(seconds: number): void {
  if (seconds <= limits.filmSeconds) return;
  throw new UnreadableMedia(`It is longer than ${limits.filmSeconds / 3600} hours.`);
}

/** @throws UnreadableMedia */
export async function getPictures(input: Input): Promise<InputVideoTrack> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new UnreadableMedia('There is no picture in it.');
  return track;
}

/** Pixels as they are seen. */
export const sizeOf = async (track: InputVideoTrack): Promise<{ width: number; height: number }> => ({
  width: await track.getDisplayWidth(),
  height: await track.getDisplayHeight(),
});

/**
 * Reads what a file of sound or moving pictures holds, from its head.
 *
 * @throws UnreadableMedia when nothing in it can be played.
 */
export const inspectFilm = (source: { path: string; mimeType: string }): Promise<FilmFacts> =>
  withInput(source, async (input) => {
    const { video, audio } = await findTracks(input);
    const duration = await input.computeDuration();
    assertNotTooLong(duration);
    return { duration, video: video && (await sizeOf(video)), hasAudio: audio !== null };
  });

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
