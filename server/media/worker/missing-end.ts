import { EncodedPacketSink, type InputTrack } from 'mediabunny';
import { UnreadableMedia } from '../media-tasks';

/** Containers with an index of packets. The lengths in it are whatever the sender wrote. */
const listingContainers: ReadonlySet<string> = new Set([
  'video/mp4',
  'video/quicktime',
  'video/x-m4v',
  'audio/mp4',
  'audio/x-m4a',
]);

export const isListing = (mimeType: string): boolean => listingContainers.has(mimeType);

/** Seconds that may be missing at the end, or share of a short file: a recorder that is switched off loses the last ones. */
const SPARE_SECONDS = 5;
const SPARE_PART = 0.1;
const getSpare = (seconds: number): number => Math.min(SPARE_SECONDS, SPARE_PART * seconds);

const createError = () => new UnreadableMedia('This file is not complete: its end is missing. Choose the whole one.');

/**
 * Detects files with an index at the start that were truncated in transfer.
 *
 * @throws UnreadableMedia if more is missing than a recorder can lose
 */
export async function assertComplete(track: InputTrack): Promise<void> {
  const sink = new EncodedPacketSink(track);
  const listed = await sink.getPacket(Infinity, { metadataOnly: true });
  // Checks the position in the index, because all timestamps may be equal.
  if (!listed || (await sink.getPacket(Infinity))) return;
  const last = listed.timestamp;
  if (!(await sink.getPacket(last - getSpare(last)))) throw createError();
}

/** Like `assertComplete`, for a track in which `packets` were found that last `seconds`. @throws UnreadableMedia */
export function assertAllFound({ listed, packets, seconds }: Record<'listed' | 'packets' | 'seconds', number>): void {
  if (packets >= listed) return;
  const whole = packets === 0 ? Infinity : (seconds * listed) / packets;
  if (whole - seconds > getSpare(whole)) throw createError();
}
