import type { EndpointData, EndpointInput } from '@contract/schemas';
import type { ListPage } from '@/store/paged-list';
import type { Item, ItemBase } from './item-view';

/** Which posts of a list: chips of the home page and of profiles. */
export type FeedFilter = 'all' | 'unlocked' | 'photo' | 'video' | 'audio' | 'poll';

/** What a list of items holds. */
export interface ItemQuery {
  kind: Item['kind'];
  /** Of those whom the viewer follows or subscribes to, of one creator, what a search finds, what the viewer saved. */
  from: 'home' | 'performer' | 'search' | 'saved';
  performerId?: string;
  /** Only what says this. */
  words?: string;
  filter?: FeedFilter;
}

/** A part of a list: from a place, or what is older than one of its items. */
export interface ItemPart {
  limit: number;
  offset?: number;
  beforeId?: string;
}

/** What sets one kind of item apart from the others: its calls and what they reply. What it looks like is in `components/item-body`; what people call it and where it is, in `config/item-names`. */
export interface ItemKind<I extends ItemBase> {
  /** What lists of bookmarks call it. */
  savedAs: EndpointInput<'listBookmarks'>['params']['type'];
  /** What a bookmark is of; null for what is gone, or no longer for this viewer. */
  readSaved(mark: EndpointData<'listBookmarks'>['data'][number]): I | null;
  /** Its lists go on by number only. */
  isByOffset?: true;
  /** @param address id or slug. @throws ApiError, as the other calls. */
  get(address: string): Generator<unknown, I>;
  list(query: ItemQuery, part: ItemPart): Generator<unknown, ListPage<I>>;
  remove(id: string): Generator;
}
