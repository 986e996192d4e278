import type { Input, InputAudioTrack, InputVideoTrack } from 'mediabunny';
import { limits } from '@contract/base/limits';
import type { FilmFacts } from '../media-tasks';
import { UnreadableMedia } from '../unreadable-media';
import { openInput } from './open-input';

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

/**
 * Reads what a file of sound or moving pictures holds, from its head.
 *
 * @throws UnreadableMedia when nothing in it can be played.
 */
export async function inspectFilm(source: { path: string; mimeType: string }): Promise<FilmFacts> {
  const input = openInput(source.path, source.mimeType);
  try {
    const { video, audio } = await findTracks(input);
    const duration = await input.getDurationFromMetadata();
    assertNotTooLong(duration ?? 0);
    return {
      duration,
      video: video && { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() },
      hasAudio: audio !== null,
    };
  } finally {
    input.dispose();
  }
}
