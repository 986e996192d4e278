import type { Executor } from '../../../db/transaction';
import { isInWork } from './item-draft';
import type { ItemKind, ItemParts } from './item-kind';
import type { LiveRow } from './item-page-repository';
import type { ItemRepository } from './item-repository';

/** Items of a kind kept in memory, some kilobytes each. */
const MOST_KEPT = 4_000;

type Stamp = Pick<LiveRow, 'id' | 'version' | 'totalVote'>;

export interface ItemPartsReader<Extra> {
  /** The parts of these items, by id; from memory where the stamp says that nothing has changed. */
  read(stamps: readonly Stamp[]): Promise<Map<string, ItemParts<Extra>>>;
  /** The same from the database, in no order. */
  readNow(ids: readonly string[], tx?: Executor): Promise<ItemParts<Extra>[]>;
  forget(id: string): void;
}

/**
 * Remembers what an item is made of, for all viewers. The list's own query names each item's version, so that an edit made
 * by another process is noticed at once; items with a file still in work are not kept, since files change by themselves.
 */
export function createItemParts<Extra>(
  repository: Pick<ItemRepository, 'listContents'>,
  { listExtras }: Pick<ItemKind<Extra>, 'listExtras'>,
): ItemPartsReader<Extra> {
  const kept = new Map<string, { stamp: string; parts: ItemParts<Extra> }>();
  const stampOf = ({ version, totalVote }: Stamp) => `${version} ${totalVote}`;

  async function readNow(ids: readonly string[], tx?: Executor): Promise<ItemParts<Extra>[]> {
    if (ids.length === 0) return [];
    const [contents, extras] = await Promise.all([repository.listContents(ids, tx), listExtras(ids, tx)]);
    return contents.flatMap((item) => {
      const extra = extras.get(item.row.id);
      return extra === undefined ? [] : [{ ...item, extra }];
    });
  }

  return {
    readNow,
    async read(stamps) {
      const found = new Map<string, ItemParts<Extra>>();
      const missing = new Map<string, string>();
      for (const stamp of stamps) {
        const known = kept.get(stamp.id);
        if (known && known.stamp === stampOf(stamp)) found.set(stamp.id, known.parts);
        else missing.set(stamp.id, stampOf(stamp));
      }
      for (const parts of await readNow([...missing.keys()])) {
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
