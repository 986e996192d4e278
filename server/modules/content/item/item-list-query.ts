import type { SearchWords } from '../../../db/search-words';
import type { ListedKind, ListViewer } from './viewer-state-sql';

/** Whose items a list is about; `home` are those whom the viewer follows or subscribes to, `within` what lies in one item. */
export type ListScope = { kind: 'all' } | { kind: 'performer' | 'within'; id: string } | { kind: 'home' };

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
  /** Videos of shows. */
  isReplay?: boolean;
}

export interface ListSlice {
  limit: number;
  offset: number;
  /** Only what comes after this item in the list. */
  beforeId?: string;
  /** Oldest first. */
  isAscending?: boolean;
}

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
