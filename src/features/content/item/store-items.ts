import { withoutRows } from '@/store/paged-list';
import { getKey } from './item-kinds';
import { mergeRow } from './item-row';
import { pressActions, type ItemState, type PressAction } from './item-state';
import { getAccess, type Item } from './item-view';

/** These functions change the Immer draft that they receive. */

export function storeItems(state: ItemState, items: Item[], from: 'own call' | 'list'): void {
  for (const item of items) {
    const key = getKey(item);
    const known = state.items[key];
    const merged =
      from === 'list' && known?.isWhole ? mergeRow(known, item) : { ...item, isWhole: from === 'own call' };
    state.items[key] = mergePurchase(mergeOwnVote(merged, known), known);
    for (const action of pressActions) {
      const press = state.pressed[key]?.[action];
      if (press) applyPress(state, key, action, press.on);
    }
  }
}

/** Compatible backends omit `isBought`: keeps the value found in the receipts. */
const mergePurchase = (item: Item, known: Item | undefined): Item =>
  item.isBought === undefined && known?.isBought !== undefined ? { ...item, isBought: known.isBought } : item;

/** Compatible backends omit the viewer's vote: keeps the vote given on this page. Wire contract 3.4. */
function mergeOwnVote(item: Item, known: Item | undefined): Item {
  const given = known?.polls?.find((poll) => poll.isVoted)?._id;
  const isTold = item.polls?.some((poll) => poll.isVoted !== undefined);
  if (!given || isTold || !item.polls) return item;
  return { ...item, polls: item.polls.map((poll) => (poll._id === given ? { ...poll, isVoted: true } : poll)) };
}

function applyPress(state: ItemState, key: string, action: PressAction, on: boolean): void {
  const item = state.items[key];
  if (!item) return;
  const add = (count: number) => Math.max(0, count + (on ? 1 : -1));
  if (action === 'bookmark') item.isBookmarked = on;
  else if (action === 'like' && item.isLiked !== on) {
    item.totalLike = add(item.totalLike);
    item.isLiked = on;
  } else if (action === 'reminder' && item.kind === 'feed' && Boolean(item.isReminded) !== on) {
    item.reminders = add(item.reminders ?? 0);
    item.isReminded = on;
  }
}

/** Shows the press, and keeps showing it for a while: a response that was requested before would undo it. */
export function press(state: ItemState, key: string, action: PressAction, on: boolean): void {
  if (!state.items[key]) return;
  applyPress(state, key, action, on);
  const before = state.pressed[key];
  state.pressed[key] = { ...before, [action]: { on, turn: (before?.[action]?.turn ?? 0) + 1 } };
}

const isLocked = (item: Item | undefined) => item !== undefined && getAccess(item) !== 'open';

export function markRevealed(state: ItemState, items: Item[]): void {
  for (const item of items) {
    const key = getKey(item);
    if (isLocked(state.items[key]) && !isLocked(item)) state.revealed[key] = true;
  }
}

export function removeItem(state: ItemState, key: string): void {
  for (const list of Object.values(state.lists)) {
    Object.assign(
      list,
      withoutRows(list, (known: string) => known === key),
    );
    list.freshKeys = list.freshKeys?.filter((known) => known !== key);
  }
  for (const [place, { key: named }] of Object.entries(state.places)) if (named === key) delete state.places[place];
  delete state.items[key];
}
