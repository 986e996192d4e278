import { limits } from '@contract/base/limits';
import { UnreadableMedia } from '../media-tasks';

/** With so few frames, the frame rate does not matter. */
const FEW_FRAMES = 3;

export function assertNotTooLarge({ width, height }: { width: number; height: number }): void {
  if (width * height > limits.filmPixels) throw new UnreadableMedia('Its picture is too large.');
}

/** @throws UnreadableMedia if there are more frames per second than any camera records; ignores very few frames */
export function assertNotTooFast(frames: number, rate: number): void {
  if (frames <= FEW_FRAMES || Math.round(rate) <= limits.filmRate) return;
  throw new UnreadableMedia(`It shows more than ${limits.filmRate} pictures a second. Save it with 60 or fewer.`);
}

/** @throws UnreadableMedia if there are more samples per second than any player plays */
export function assertNotTooFine(soundRate: number): void {
  if (soundRate <= limits.soundRate) return;
  throw new UnreadableMedia('Its sound has too many channels, or too high a rate. Save it as stereo with 48 kHz.');
}

/** @throws UnreadableMedia */
export function assertNotTooLong(seconds: number): void {
  if (seconds <= limits.filmSeconds) return;
  throw new UnreadableMedia(`It is longer than ${limits.filmSeconds / 3600} hours.`);
}
