import { pluralise } from '@/lib/format-count';
import { paths } from './paths';

/** What creators publish, by its kind: what people call one and several at the beginning of a sentence, and where it is. */
export const itemNames = {
  feed: {
    noun: 'Post',
    plural: 'Posts',
    path: paths.post,
    own: { list: paths.creator.posts, create: paths.creator.createPost, edit: paths.creator.editPost },
  },
};

export type ItemKindName = keyof typeof itemNames;
export const itemKindNames = Object.keys(itemNames) as ItemKindName[];

/** What people call it within a sentence. */
export const nounOf = (kind: ItemKindName): string => itemNames[kind].noun.toLowerCase();
export const nounsOf = (kind: ItemKindName): string => itemNames[kind].plural.toLowerCase();
/** `1 post`, `3 posts`. */
export const countOf = (kind: ItemKindName, count: number): string => pluralise(count, nounOf(kind), nounsOf(kind));
