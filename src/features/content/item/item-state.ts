import type { StoreState } from '@/store/state';
import type { ItemQuery } from './item-kind';
import { itemKey } from './item-kinds';
import { itemLists, type ItemList } from './item-lists';
import type { Item, ItemBase } from './item-view';

interface Press {
  on: boolean;
  turn: number;
}

/** An item's page, as its address names it. `closed` needs a platform subscription even to look. */
interface Place {
  status: 'pending' | 'ready' | 'missing' | 'closed' | 'failed';
  key?: string;
}

/** Items of all kinds by their keys; whatever stands by a key here is one of `item-kind`. */
export interface ItemState {
  items: Record<string, Item>;
  /** By kind and what the address says, an id or a slug. */
  places: Record<string, Place>;
  lists: Record<string, ItemList>;
  /** The list on screen: what new items are looked for in. */
  activeKey: string | null;
  /** The backend does not go on after an item. */
  isPagedByOffset: boolean;
  /** Just unlocked: they open with the reveal, once. */
  revealed: Record<string, true>;
  /** Recent presses of the viewer: answers that were on their way meanwhile do not undo them. `turn` tells a later press from the one whose time is over. */
  pressed: Record<string, { like?: Press; bookmark?: Press }>;
  /** Polls with a vote under way, and those in which the viewer voted without us knowing for what. */
  polls: Record<string, 'voting' | 'voted'>;
  /** Ids of items, and of creators, that this reader does not want to see. */
  hidden: Record<string, true>;
  /** Creators the viewer follows, for the strip of portraits; null until they are known. */
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
/** A list with what is new above it. */
export const selectItemList = (query: ItemQuery) => (state: StoreState) => state.item.lists[itemLists.getKey(query)];
export const selectHidden = (state: StoreState) => state.item.hidden;
/** Whether this reader does not want to see an item, or anything of a creator. */
export const selectIsHidden = (id: string) => (state: StoreState) => id in state.item.hidden;
export const selectPeople = (state: StoreState) => state.item.people;
export const selectRemoval = (state: StoreState) => state.item.removal;
export const selectIsRevealed = (key: string) => (state: StoreState) => key in state.item.revealed;
export const selectPoll = (key: string) => (state: StoreState) => state.item.polls[key] ?? 'open';

/** An item's page by its address, and how far asking has come. */
export const selectPlace = (kind: string, address: string) => (state: StoreState) =>
  state.item.places[itemKey(kind, address)];
/** The item at an address, once it is here. */
export const selectItemAt = (kind: string, address: string) => (state: StoreState) =>
  state.item.items[selectPlace(kind, address)(state)?.key ?? ''];
