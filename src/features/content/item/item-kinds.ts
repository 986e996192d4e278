import { call } from 'redux-saga/effects';
import { itemNames } from '@/config/item-names';
import { feedKind } from './feed-kind';
import type { ItemKind } from './item-kind';
import type { Item } from './item-view';

type AnyItemKind = ItemKind<Item>;

/** Everything that creators publish. Most pages show posts: the code of another kind comes with the first one of it. */
const kindLoaders: Record<Item['kind'], () => AnyItemKind | Promise<AnyItemKind>> = {
  feed: () => feedKind,
  video: () => import('./video-kind').then(({ videoKind }) => videoKind),
  gallery: () => import('./gallery-kind').then(({ galleryKind }) => galleryKind),
  product: () => import('./product-kind').then(({ productKind }) => productKind),
};

/** What sets a kind apart, once its code is here. @throws when the code cannot be fetched */
export function* loadKind(name: Item['kind']): Generator<unknown, AnyItemKind> {
  return (yield call(kindLoaders[name])) as AnyItemKind;
}

export const isItemKind = (name: string | undefined): name is Item['kind'] => name !== undefined && name in kindLoaders;

/** What the store knows an item by. Reactions, comments and purchases name kind and id in the same words. */
export const itemKey = (kind: string, id: string): string => `${kind}/${id}`;
export const getKey = ({ kind, _id }: Pick<Item, 'kind' | '_id'>): string => itemKey(kind, _id);

/** What a key of the store names. */
export function readKey(key: string): { kind: Item['kind']; id: string } {
  const place = key.indexOf('/');
  return { kind: key.slice(0, place) as Item['kind'], id: key.slice(place + 1) };
}

/** Where an item's own page is. */
export const getPath = ({ kind, slug, _id }: Pick<Item, 'kind' | 'slug' | '_id'>): string =>
  itemNames[kind].path(slug || _id);
