import { call } from 'redux-saga/effects';
import { itemNames } from '@/config/item-names';
import { feedKind } from './feed-kind';
import type { ItemKind } from './item-kind';
import type { Item } from './item-view';

type AnyItemKind = ItemKind<Item>;

/** Most pages only show posts, so the code of other kinds is loaded on demand. */
const kindLoaders: Record<Item['kind'], () => AnyItemKind | Promise<AnyItemKind>> = {
  feed: () => feedKind,
  video: () => import('./video-kind').then(({ videoKind }) => videoKind),
  gallery: () => import('./gallery-kind').then(({ galleryKind }) => galleryKind),
  product: () => import('./product-kind').then(({ productKind }) => productKind),
};

/** @throws Error if the code cannot be loaded */
export function* loadKind(name: Item['kind']): Generator<unknown, AnyItemKind> {
  return (yield call(kindLoaders[name])) as AnyItemKind;
}

export const isItemKind = (name: string | undefined): name is Item['kind'] => name !== undefined && name in kindLoaders;

export const itemKey = (kind: string, id: string): string => `${kind}/${id}`;
export const getKey = ({ kind, _id }: Pick<Item, 'kind' | '_id'>): string => itemKey(kind, _id);

export function readKey(key: string): { kind: Item['kind']; id: string } {
  const place = key.indexOf('/');
  return { kind: key.slice(0, place) as Item['kind'], id: key.slice(place + 1) };
}

export const getPath = ({ kind, slug, _id }: Pick<Item, 'kind' | 'slug' | '_id'>): string =>
  itemNames[kind].path(slug || _id);
