import { EncodedPacketSink, type InputTrack } from 'mediabunny';
import { UnreadableMedia } from '../media-tasks';

/** Containers that list their packets in one place, each with a length that its sender chose. */
const listingContainers: ReadonlySet<string> = new Set([
  'video/mp4',
  'video/quicktime',
  'video/x-m4v',
  'audio/mp4',
  'audio/x-m4a',
]);

export const isListing = (mimeType: string): boolean => listingContainers.has(mimeType);

/** Seconds that may be missing at the end, and what part of a short file: a recorder that was switched off loses its last ones. */
const SPARE_SECONDS = 5;
const SPARE_PART = 0.1;
const getSpare = (seconds: number): number => Math.min(SPARE_SECONDS, SPARE_PART * seconds);

const createError = () => new UnreadableMedia('This file is not complete: its end is missing. Choose the whole one.');

/**
 * A file that lists at its beginning what follows may have been cut on its way here.
 *
 * @throws UnreadableMedia when more of what is listed is missing than a recorder may lose.
 */
export async function assertComplete(track: InputTrack): Promise<void> {
  const sink = new EncodedPacketSink(track);
  const listed = await sink.getPacket(Infinity, { metadataOnly: true });
  // By its place in the list: all times may be the same, whatever the packets hold.
  if (!listed || (await sink.getPacket(Infinity))) return;
  const last = listed.timestamp;
  if (!(await sink.getPacket(last - getSpare(last)))) throw createError();
}

/** The same of a track of which `packets` were found that last so many seconds. @throws UnreadableMedia */
export function assertAllFound({ listed, packets, seconds }: Record<'listed' | 'packets' | 'seconds', number>): void {
  if (packets >= listed) return;
  const whole = packets === 0 ? Infinity : (seconds * listed) / packets;
  if (whole - seconds > getSpare(whole)) throw createError();
}
