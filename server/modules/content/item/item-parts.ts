import type { Executor } from '../../../db/transaction';
import type { ItemKind, ItemParts } from './item-kind';
import type { ItemRepository } from './item-repository';

/** Reads items with everything that belongs to them, in no order; unknown ids are absent. */
export type ReadItemParts<Extra> = (ids: readonly string[], tx?: Executor) => Promise<ItemParts<Extra>[]>;

export const createReadItemParts =
  <Extra>(
    { listContents }: Pick<ItemRepository, 'listContents'>,
    { listExtras }: Pick<ItemKind<Extra>, 'listExtras'>,
  ): ReadItemParts<Extra> =>
  async (ids, tx) => {
    if (ids.length === 0) return [];
    const [contents, extras] = await Promise.all([listContents(ids, tx), listExtras(ids, tx)]);
    return contents.flatMap((item) => {
      const extra = extras.get(item.row.id);
      return extra === undefined ? [] : [{ ...item, extra }];
    });
  };
