import type { SearchWords } from '../../../db/search-words';
import type { ListedKind, ListViewer } from './viewer-state-sql';

/** Scope of an item list. `home`: creators whom the viewer follows or subscribes to. `within`: children of one item. */
export type ListScope = { kind: 'all' } | { kind: 'performer' | 'within'; id: string } | { kind: 'home' };

export interface ListFilter {
  type?: string;
  hasPoll?: boolean;
  /** Each word must occur, in one of its spellings. */
  words: SearchWords;
  isTitled?: boolean;
  days: { from: Date; to: Date } | null;
  isUnlocked?: boolean;
  excludedId?: string;
  /** True for items that are sold individually, false for all others. */
  isSale?: boolean;
  isReplay?: boolean;
}

export interface ListSlice {
  limit: number;
  offset: number;
  beforeId?: string;
  isAscending?: boolean;
}

export interface ItemListQuery {
  of: ListedKind;
  viewer: ListViewer;
  scope: ListScope;
  filter: ListFilter;
}

export interface ItemPageQuery extends ItemListQuery {
  slice: ListSlice;
}
