import type { StoreState } from '@/store/state';
import type { ItemQuery } from './item-kind';
import { itemKey } from './item-kinds';
import { itemLists, type ItemList } from './item-lists';
import type { Item, ItemBase } from './item-view';

export const pressActions = ['like', 'bookmark', 'reminder'] as const;
export type PressAction = (typeof pressActions)[number];

interface Press {
  on: boolean;
  turn: number;
}

/** `closed`: requires a platform subscription. */
interface Place {
  status: 'pending' | 'ready' | 'missing' | 'closed' | 'failed';
  key?: string;
}

export interface ItemState {
  items: Record<string, Item>;
  places: Record<string, Place>;
  lists: Record<string, ItemList>;
  activeKey: string | null;
  isPagedByOffset: boolean;
  /** Items that were just unlocked, to be shown once with the reveal animation. */
  revealed: Record<string, true>;
  /** Recent presses override responses requested before them. `turn` distinguishes a later press from an expired one. */
  pressed: Record<string, Partial<Record<PressAction, Press>>>;
  /** `voted`: the backend has a vote of the viewer but does not say for which option. */
  polls: Record<string, 'voting' | 'voted'>;
  hidden: Record<string, true>;
  people: ItemBase['performer'][] | null;
  removal: { key: string; status: 'pending' | 'failed'; error?: string } | null;
}

declare module '@/store/state' {
  interface StoreState {
    item: ItemState;
  }
}

export const selectItem = (key: string) => (state: StoreState) => state.item.items[key];
export const selectItems = (state: StoreState) => state.item.items;
export const selectItemLists = (state: StoreState) => state.item.lists;
export const selectItemList = (query: ItemQuery) => (state: StoreState) => state.item.lists[itemLists.getKey(query)];
export const selectHidden = (state: StoreState) => state.item.hidden;
export const selectIsHidden = (id: string) => (state: StoreState) => id in state.item.hidden;
export const selectPeople = (state: StoreState) => state.item.people;
export const selectRemoval = (state: StoreState) => state.item.removal;
export const selectIsRevealed = (key: string) => (state: StoreState) => key in state.item.revealed;
export const selectPoll = (key: string) => (state: StoreState) => state.item.polls[key] ?? 'open';

export const selectPlace = (kind: string, address: string) => (state: StoreState) =>
  state.item.places[itemKey(kind, address)];
export const selectItemAt = (kind: string, address: string) => (state: StoreState) =>
  state.item.items[selectPlace(kind, address)(state)?.key ?? ''];
