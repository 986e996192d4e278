import { call } from 'redux-saga/effects';
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
