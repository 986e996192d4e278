import type { EndpointData, EndpointInput } from '@contract/schemas';
import type { ListPage } from '@/store/paged-list';
import type { Item, ItemBase } from './item-view';

export type FeedFilter = 'all' | 'unlocked' | 'photo' | 'video' | 'audio' | 'poll';

export interface ItemQuery {
  kind: Item['kind'];
  /** `home`: items of creators that the viewer follows or subscribes to. */
  from: 'home' | 'performer' | 'search' | 'saved';
  performerId?: string;
  words?: string;
  filter?: FeedFilter;
}

export interface ItemPart {
  limit: number;
  offset?: number;
  beforeId?: string;
}

/** API calls for one kind of item. Its components are in `components/item-body`, its names and paths in `config/item-names`. */
export interface ItemKind<I extends ItemBase> {
  savedAs: EndpointInput<'listBookmarks'>['params']['type'];
  /** @returns null if the bookmarked item was deleted or is no longer visible to this viewer. */
  readSaved(mark: EndpointData<'listBookmarks'>['data'][number]): I | null;
  isByOffset?: true;
  /** @param address id or slug. @throws ApiError, like the other calls */
  get(address: string): Generator<unknown, I>;
  list(query: ItemQuery, part: ItemPart): Generator<unknown, ListPage<I>>;
  remove(id: string): Generator;
}
