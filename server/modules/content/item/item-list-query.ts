import type { Actor } from '../../../access';
import type { SearchWords } from '../../../db/search-words';
import type { ItemKindFacts } from './item-kind-table';

/** Whose items a list is about; `home` are those whom the viewer follows or subscribes to, `within` what lies in one item. */
export type ListScope = { kind: 'all' } | { kind: 'performer' | 'within'; id: string } | { kind: 'home' };

/** Who reads a list, for what hides items or opens them. */
export interface ListViewer {
  /** Null for a guest. */
  id: string | null;
  /** Blocks do not hold administrators. */
  isAdmin: boolean;
  country: string | null;
  now: Date;
}

export interface ListFilter {
  type?: string;
  hasPoll?: boolean;
  /** Each must occur, as one of the ways it is looked for. */
  words: SearchWords;
  /** Only in title and tagline. */
  isTitled?: boolean;
  days: { from: Date; to: Date } | null;
  isUnlocked?: boolean;
  /** All but this one. */
  excludedId?: string;
  /** Sold one by one, or not. */
  isSale?: boolean;
}

export interface ListSlice {
  limit: number;
  offset: number;
  /** Only what comes after this item in the list. */
  beforeId?: string;
  /** Oldest first. */
  isAscending?: boolean;
}

/** What a list is of. */
export type ListedKind = Pick<ItemKindFacts, 'kind' | 'counter' | 'parentKind'>;

/** All that decides which items a list has. */
export interface ItemListQuery {
  of: ListedKind;
  viewer: ListViewer;
  scope: ListScope;
  filter: ListFilter;
}

/** The same for one page of it. */
export interface ItemPageQuery extends ItemListQuery {
  slice: ListSlice;
}

/** Who looks at an item, and from where. */
export interface ItemViewer {
  actor: Pick<Actor, 'id' | 'isAdmin'> | null;
  country: string | null;
}

export const toListViewer = ({ actor, country }: ItemViewer, now: Date): ListViewer => ({
  id: actor?.id ?? null,
  isAdmin: actor?.isAdmin ?? false,
  country,
  now,
});
