import type { FeedParts, FeedRepository } from './feed-repository';
import type { LiveRow } from './feed-page-repository';

/** Posts kept in memory, some kilobytes each. */
const MOST_KEPT = 4_000;

type Stamp = Pick<LiveRow, 'id' | 'version' | 'totalVote'>;

export interface FeedPartsReader {
  /** The parts of these posts, by id; from memory where the stamp says that nothing has changed. */
  read(stamps: readonly Stamp[]): Promise<Map<string, FeedParts>>;
  forget(id: string): void;
}

/**
 * Remembers what a post is made of, for all viewers. The list's own query names each post's version, so that an edit made
 * by another process is noticed at once; posts with a file still in work are not kept, since files change by themselves.
 */
export function createFeedParts(repository: Pick<FeedRepository, 'listParts'>): FeedPartsReader {
  const kept = new Map<string, { stamp: string; parts: FeedParts }>();
  const stampOf = ({ version, totalVote }: Stamp) => `${version} ${totalVote}`;
  return {
    async read(stamps) {
      const found = new Map<string, FeedParts>();
      const missing = new Map<string, string>();
      for (const stamp of stamps) {
        const known = kept.get(stamp.id);
        if (known && known.stamp === stampOf(stamp)) found.set(stamp.id, known.parts);
        else missing.set(stamp.id, stampOf(stamp));
      }
      for (const parts of await repository.listParts([...missing.keys()])) {
        const { id } = parts.row;
        found.set(id, parts);
        kept.delete(id);
        if (!isInWork(parts)) kept.set(id, { stamp: missing.get(id) ?? '', parts });
      }
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break;
        kept.delete(oldest);
      }
      return found;
    },
    forget: (id) => void kept.delete(id),
  };
}

/** Whether a file of a post is still being converted. */
export function isInWork({ files, thumbnail, teaser }: FeedParts): boolean {
  return [...files, thumbnail, teaser].some((file) => file?.status === 'processing');
}
