import type { ServerContext } from '../../../context';
import { createTtlCache, type TtlCache } from '../../../lib/ttl-cache';

/** Milliseconds for which a count is good enough: nothing is paid by it. */
const COUNT_TTL_MS = 5_000;
const MAX_COUNTS = 10_000;
/**
 * Milliseconds for which guests of one country get the same page. What changes in this process is seen at once; what another one
 * publishes, and a block, a price or an account closed elsewhere, shows that much later, and only in lists: items and files
 * themselves are read anew.
 */
const GUEST_PAGE_TTL_MS = 1_000;
const MAX_GUEST_PAGES = 1_000;

export interface ItemPageCache {
  /** How many items a list has, by list. */
  counts: TtlCache<number>;
  /** Pages as guests see them, by query and country. */
  guestPages: TtlCache<unknown>;
  /** An item was published, hidden or changed here. */
  forget(): void;
}

/** Pages and counts that many readers share for a moment. */
export function createItemPageCache({ clock }: Pick<ServerContext, 'clock'>): ItemPageCache {
  const counts = createTtlCache<number>({ ttlMs: COUNT_TTL_MS, most: MAX_COUNTS, now: () => clock.now().getTime() });
  const guestPages = createTtlCache<unknown>({
    ttlMs: GUEST_PAGE_TTL_MS,
    most: MAX_GUEST_PAGES,
    // The real clock: a second is a second, also where a test's clock stands still.
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
