import { pluralise } from '@/lib/format-count';
import { paths } from './paths';

interface ItemNames {
  /** What people call one, at the beginning of a sentence. */
  noun: string;
  plural: string;
  path(idOrSlug: string): string;
  /** Where its creator lists and edits it; left out where there is no such place yet. */
  own?: { list: string; create: string; edit(id: string): string };
}

/** What creators publish, by its kind: what people call it, and where it is. */
export const itemNames = {
  feed: {
    noun: 'Post',
    plural: 'Posts',
    path: paths.post,
    own: { list: paths.creator.posts, create: paths.creator.createPost, edit: paths.creator.editPost },
  },
  video: { noun: 'Video', plural: 'Videos', path: paths.video },
  gallery: { noun: 'Gallery', plural: 'Galleries', path: paths.gallery },
  product: { noun: 'Product', plural: 'Products', path: paths.product },
} satisfies Record<string, ItemNames>;

export type ItemKindName = keyof typeof itemNames;
export const itemKindNames = Object.keys(itemNames) as ItemKindName[];

/** Kinds that have a place in the studio. */
export type StudioKindName = {
  [Kind in ItemKindName]: (typeof itemNames)[Kind] extends { own: object } ? Kind : never;
}[ItemKindName];
export const studioKindNames = itemKindNames.filter((kind): kind is StudioKindName => 'own' in itemNames[kind]);

/** Where the creator of an item edits it; undefined where there is no such place. */
export const editPathOf = (kind: ItemKindName, id: string): string | undefined => {
  const names: ItemNames = itemNames[kind];
  return names.own?.edit(id);
};

/** Where the page of one is, by a word of the wire; undefined for what is no item, or has no page here. */
export const itemPath = (kind: string, idOrSlug: string): string | undefined =>
  kind in itemNames ? itemNames[kind as ItemKindName].path(idOrSlug) : undefined;

/** What people call it within a sentence. */
export const nounOf = (kind: ItemKindName): string => itemNames[kind].noun.toLowerCase();
export const nounsOf = (kind: ItemKindName): string => itemNames[kind].plural.toLowerCase();
/** `1 post`, `3 posts`. */
export const countOf = (kind: ItemKindName, count: number): string => pluralise(count, nounOf(kind), nounsOf(kind));
