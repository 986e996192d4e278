import { inArray, sql } from 'drizzle-orm';
import { limits } from '@contract/base/limits';
import type { ServerContext } from '../../../context';
import { readSearchWords, type SearchWords } from '../../../db/search-words';
import { items } from '../../../db/schema/items';
import { ITEM_KINDS } from './item-kind-table';
import type { ListFilter, ListScope } from './item-list-query';
import { toListViewer, type ItemViewer, type ListedKind } from './viewer-state-sql';
import { createItemListRepository } from './item-list-repository';
import type { ItemRow } from './item-repository';

/** Kinds that a search returns. A photo is found through its gallery. */
export const foundKinds = ['feed', 'video', 'gallery', 'product'] as const;
export type FoundKind = (typeof foundKinds)[number];

export type ItemTitle = Pick<ItemRow, 'id' | 'slug' | 'title' | 'performerId'> & { kind: FoundKind };

export function createItemSearch({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  const lists = createItemListRepository(db);
  const forEachKind = <T>(read: (of: ListedKind) => Promise<T>) =>
    Promise.all(foundKinds.map(async (kind): Promise<[FoundKind, T]> => [kind, await read(ITEM_KINDS[kind])]));
  const getFilter = (words: SearchWords): ListFilter => ({ words, days: null });

  return {
    /** Counts matching items of each kind, up to `limits.mostFound`. @param performerId counts only this creator's items */
    async countFound(viewer: ItemViewer, q: string, performerId?: string): Promise<Record<FoundKind, number>> {
      const listViewer = toListViewer(viewer, clock.now());
      const filter = getFilter(await readSearchWords(db, q));
      const scope: ListScope = performerId === undefined ? { kind: 'all' } : { kind: 'performer', id: performerId };
      const counted = await forEachKind((of) =>
        lists.countUpTo(limits.mostFound, { of, scope, filter, viewer: listViewer }),
      );
      return Object.fromEntries(counted) as Record<FoundKind, number>;
    },

    async suggest(viewer: ItemViewer, q: string, ofEach: number): Promise<ItemTitle[]> {
      const listViewer = toListViewer(viewer, clock.now());
      const filter = { ...getFilter(await readSearchWords(db, q)), isTitled: true };
      if (filter.words.length === 0) return [];
      const slice = { limit: ofEach, offset: 0 };
      const scope = { kind: 'all' } as const;
      const found = await forEachKind((of) => lists.readPage({ of, scope, filter, slice, viewer: listViewer }));
      const ids = found.flatMap(([, rows]) => rows.map(({ id }) => id));
      if (ids.length === 0) return [];
      const { id, slug, title, performerId } = items;
      const kind = sql<FoundKind>`${items.kind}`;
      const rows = await db.select({ id, kind, slug, title, performerId }).from(items).where(inArray(id, ids));
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((one) => byId.get(one) ?? []);
    },
  };
}
