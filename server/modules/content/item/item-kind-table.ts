import type { ItemCounter } from './item-counter-repository';
import type { ItemKindName } from './item-repository';

export interface ItemKindFacts {
  kind: ItemKindName;
  noun: string;
  /** Null if fans are not notified about new items of this kind. */
  announcedAs: 'feed' | 'gallery' | 'video' | null;
  counter: ItemCounter;
  /** If set, items of this kind are offered and sold together with their parent. */
  parentKind?: ItemKindName;
}

export const ITEM_KINDS = {
  feed: { kind: 'feed', noun: 'post', announcedAs: 'feed', counter: 'statFeeds' },
  video: { kind: 'video', noun: 'video', announcedAs: 'video', counter: 'statVideos' },
  gallery: { kind: 'gallery', noun: 'gallery', announcedAs: 'gallery', counter: 'statGalleries' },
  photo: { kind: 'photo', noun: 'photo', announcedAs: null, counter: 'statPhotos', parentKind: 'gallery' },
  product: { kind: 'product', noun: 'product', announcedAs: null, counter: 'statProducts' },
} as const satisfies Record<ItemKindName, ItemKindFacts>;

export const getItemKind = ({ kind }: { kind: ItemKindName }): ItemKindFacts => ITEM_KINDS[kind];
