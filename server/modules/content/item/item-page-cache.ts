import type { ServerContext } from '../../../context';
import { createTtlCache, type TtlCache } from '../../../lib/ttl-cache';

/** Slightly stale counts are acceptable: no payment depends on them. */
const COUNT_TTL_MS = 5_000;
const MAX_COUNTS = 10_000;
/**
 * Guests of one country share a page for this long. Changes in this process show at once. Changes in other processes, and blocks,
 * prices or account closures, show after this time, and only in lists: items and files are read fresh.
 */
const GUEST_PAGE_TTL_MS = 1_000;
const MAX_GUEST_PAGES = 1_000;

export interface ItemPageCache {
  counts: TtlCache<number>;
  guestPages: TtlCache<unknown>;
  /** Call after an item was published, hidden or changed in this process. */
  forget(): void;
}

export function createItemPageCache({ clock }: Pick<ServerContext, 'clock'>): ItemPageCache {
  const counts = createTtlCache<number>({ ttlMs: COUNT_TTL_MS, most: MAX_COUNTS, now: () => clock.now().getTime() });
  const guestPages = createTtlCache<unknown>({
    ttlMs: GUEST_PAGE_TTL_MS,
    most: MAX_GUEST_PAGES,
    // The real clock, so that pages expire even if a test's clock stands still.
    now: () => performance.now(),
  });
  return {
    counts,
    guestPages,
    forget() {
      counts.forget();
      guestPages.forget();
    },
  };
}
