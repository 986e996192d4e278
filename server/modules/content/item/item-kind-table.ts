import type { ItemCounter } from './item-counter-repository';
import type { ItemKindName } from './item-repository';

/** Facts about a kind of item that need no service. */
export interface ItemKindFacts {
  kind: ItemKindName;
  /** On screen. */
  noun: string;
  /** The kind of notification that tells of a new one; null where nobody is told. */
  announcedAs: 'feed' | 'gallery' | 'video' | null;
  /** The creator's counter of how many are published. */
  counter: ItemCounter;
  /** The kind of its parent, which it is offered and sold with. */
  parentKind?: ItemKindName;
}

/** The kinds of content that creators publish. */
export const ITEM_KINDS = {
  feed: { kind: 'feed', noun: 'post', announcedAs: 'feed', counter: 'statFeeds' },
  video: { kind: 'video', noun: 'video', announcedAs: 'video', counter: 'statVideos' },
  gallery: { kind: 'gallery', noun: 'gallery', announcedAs: 'gallery', counter: 'statGalleries' },
  photo: { kind: 'photo', noun: 'photo', announcedAs: null, counter: 'statPhotos', parentKind: 'gallery' },
  product: { kind: 'product', noun: 'product', announcedAs: null, counter: 'statProducts' },
} as const satisfies Record<ItemKindName, ItemKindFacts>;

/** The facts of an item's kind. */
export const getItemKind = ({ kind }: { kind: ItemKindName }): ItemKindFacts => ITEM_KINDS[kind];
