import { pluralise } from '@/lib/format-count';
import { paths } from './paths';

interface OwnPlaces {
  list: string;
  create: string;
  edit(id: string): string;
}

interface ItemNames {
  /** Capitalized. */
  noun: string;
  plural: string;
  path(idOrSlug: string): string;
  own: OwnPlaces;
}

const createOwnPaths = (list: string, create: string, edit = 'update'): OwnPlaces => ({
  list,
  create: `${list}/${create}`,
  edit: (id) => `${list}/${edit}/${encodeURIComponent(id)}`,
});

/** Kinds with a public page. */
export const itemNames = {
  feed: { noun: 'Post', plural: 'Posts', path: paths.post, own: createOwnPaths(paths.creator.posts, 'create', 'edit') },
  video: { noun: 'Video', plural: 'Videos', path: paths.video, own: createOwnPaths(paths.creator.videos, 'upload') },
  gallery: {
    noun: 'Gallery',
    plural: 'Galleries',
    path: paths.gallery,
    own: createOwnPaths(paths.creator.galleries, 'create'),
  },
  product: {
    noun: 'Product',
    plural: 'Products',
    path: paths.product,
    own: createOwnPaths(paths.creator.store, 'create'),
  },
} satisfies Record<string, ItemNames>;

export type ItemKindName = keyof typeof itemNames;
export const itemKindNames = Object.keys(itemNames) as ItemKindName[];

/** Kinds with a studio page, in the order of its tabs. Photos have no public page. */
export const studioNames = {
  feed: itemNames.feed,
  video: itemNames.video,
  gallery: itemNames.gallery,
  photo: { noun: 'Photo', plural: 'Photos', own: createOwnPaths(paths.creator.photos, 'upload') },
  product: itemNames.product,
} satisfies Record<string, Omit<ItemNames, 'path'>>;

export type StudioKindName = keyof typeof studioNames;
export const studioKindNames = Object.keys(studioNames) as StudioKindName[];

/** @param kind as in the API @returns undefined for kinds without a public page */
export const itemPath = (kind: string, idOrSlug: string): string | undefined =>
  kind in itemNames ? itemNames[kind as ItemKindName].path(idOrSlug) : undefined;

type AnyKindName = ItemKindName | StudioKindName;
const names: Record<AnyKindName, Pick<ItemNames, 'noun' | 'plural'>> = { ...itemNames, ...studioNames };

/** Lower case. */
export const getNoun = (kind: AnyKindName): string => names[kind].noun.toLowerCase();
export const getNouns = (kind: AnyKindName): string => names[kind].plural.toLowerCase();
export const getCount = (kind: AnyKindName, count: number): string => pluralise(count, getNoun(kind), getNouns(kind));
