import type { ServerContext } from '../../../context';
import { createTtlCache, type TtlCache } from '../../../lib/ttl-cache';

/** Counts may be slightly stale, because no payment depends on them. */
const COUNT_TTL_MS = 5_000;
const MAX_COUNTS = 10_000;
/**
 * Guests from one country share a page for this long. Changes made in this process, and with Redis in others, are shown
 * immediately. Others, and blocks, prices and account closures, are shown after this time, but only lists are affected: items
 * and files are always read fresh.
 */
const GUEST_PAGE_TTL_MS = 1_000;
const MAX_GUEST_PAGES = 1_000;

export interface ItemPageCache {
  counts: TtlCache<number>;
  guestPages: TtlCache<unknown>;
  /** Call it after an item was published, hidden or changed. */
  forget(): void;
}

export function createItemPageCache({
  clock,
  announcements,
}: Pick<ServerContext, 'clock' | 'announcements'>): ItemPageCache {
  const counts = createTtlCache<number>({ ttlMs: COUNT_TTL_MS, most: MAX_COUNTS, now: () => clock.now().getTime() });
  const guestPages = createTtlCache<unknown>({
    ttlMs: GUEST_PAGE_TTL_MS,
    most: MAX_GUEST_PAGES,
    // The real clock, so that pages expire even if the clock of a test stands still.
    now: () => performance.now(),
  });
  announcements.onAnnounced('items', counts.forget);
  announcements.onAnnounced('items', guestPages.forget);
  return { counts, guestPages, forget: () => announcements.announce('items') };
}
