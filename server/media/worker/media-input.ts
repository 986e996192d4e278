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
import { UnreadableMedia } from '../media-tasks';
import { AacEncoder } from './aac-encoder';
import { assertNotTooLarge } from './media-bounds';
import { makeFramesOwnPixels } from './owned-frames';
import { X264Encoder } from './x264-encoder';

// Order matters: the encoder registered first has priority.
registerEncoder(X264Encoder);
registerEncoder(AacEncoder);
// No hardware decoding: graphics hardware differs between machines, and its drivers would also read untrusted bytes.
registerMediabunnyServer({ hardwareContext: null });
makeFramesOwnPixels();

const iso = [MP4, QTFF];
const matroska = [WEBM, MATROSKA];

/**
 * The containers of each type. Not left to detection, which might find a playlist that makes the reader open other files of
 * this machine.
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

export const isKnownType = (mimeType: string): boolean => containers[mimeType] !== undefined;

/**
 * Opens a file of a known type, and no other file, while `read` runs.
 *
 * @throws UnreadableMedia if it is neither audio nor video
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
 * Finds the tracks to play. All must be supported: a video without its audio would surprise its owner.
 *
 * @returns null if a codec is not supported here
 * @throws UnreadableMedia
 */
export async function findKnownTracks(input: Input): Promise<Tracks | null> {
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (!video && !audio) throw new UnreadableMedia('There is neither picture nor sound in it.');
  if ((video && !(await video.canDecode())) || (audio && !(await audio.canDecode()))) return null;
  if (video) assertNotTooLarge(await getSize(video));
  return { video, audio };
}

/** @throws UnreadableMedia if nothing can be played, or a codec is not supported here */
export async function findTracks(input: Input): Promise<Tracks> {
  const tracks = await findKnownTracks(input);
  if (!tracks) throw new UnreadableMedia("Its coding can't be played here.");
  return tracks;
}

/** Audio encoders add inaudible samples before the start, at most this many seconds. */
const PRIMING_SECONDS = 1;

/** Seconds from the first to the last frame or sample, even if an edit list puts some of them, or all, before the start. */
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

/** Size in pixels as displayed. */
export const getSize = async (track: InputVideoTrack): Promise<{ width: number; height: number }> => ({
  width: await track.getDisplayWidth(),
  height: await track.getDisplayHeight(),
});
