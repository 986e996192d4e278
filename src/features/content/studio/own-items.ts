import { createAction, type Action } from '@reduxjs/toolkit';
import { put } from 'redux-saga/effects';
import { getCount, studioNames, type StudioKindName } from '@/config/item-names';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { isUnreachable, toFailure, type ApiFailure } from '@/services/api-error';
import { fromContext, selectState } from '@/store/call-endpoint';
import { postSalesRequested } from '@/store/intents';
import { createPagedList, withoutRows, type PagedList } from '@/store/paged-list';
import { takeInOrder } from '@/store/take-by';
import { ignoreNotFound } from './draft-wire';
import { type NextState, type OwnItem, type OwnQuery } from './studio-kind';
import { studioKinds } from './studio-kinds';

export const ITEMS_PER_PAGE = 10;

export const ownItems = createPagedList<OwnItem, OwnQuery>({
  name: 'studio/own',
  select: (state) => state.studio.own,
  limit: ITEMS_PER_PAGE,
  keepsRows: true,
  *load(query, place) {
    const page = yield* studioKinds[query.kind].list(query, place);
    if (query.kind === 'feed') yield put(postSalesRequested({ ids: page.data.map(({ _id }) => _id) }));
    return page;
  },
});

export const getCurrentPath = (): string => window.location.pathname;

/** Does nothing if the creator has left the page `from`. */
export function* returnToList(kind: StudioKindName, from: string): Generator {
  if (getCurrentPath() === from) (yield* fromContext('navigate'))(studioNames[kind].own.list);
}

interface Chosen {
  kind: StudioKindName;
  ids: string[];
}

export const removalChosen = createAction<Chosen>('studio/removalChosen');
export const stateChosen = createAction<Chosen & { to: NextState }>('studio/stateChosen');
export const pinChosen = createAction<{ kind: StudioKindName; id: string; isPinned: boolean }>('studio/pinChosen');
const itemsRemoved = createAction<string[]>('studio/itemsRemoved');

export function ownReducer(state: PagedList<OwnItem, OwnQuery> | undefined, action: Action) {
  // Rows stay while a filter is applied, but those of another kind would be listed, and deleted, as this one.
  const isOtherKind = ownItems.requested.match(action) && state?.query.kind !== action.payload.kind;
  const list = ownItems.reducer(isOtherKind ? undefined : state, action);
  if (!itemsRemoved.match(action)) return list;
  const { payload } = action;
  return withoutRows(list, ({ _id }: OwnItem) => payload.includes(_id));
}

/** A rejected call does not stop the others, but an unreachable backend does. @returns the ids of the updated items */
function* updateEach(
  { kind, ids }: Chosen,
  done: string,
  work: (id: string) => Generator,
): Generator<unknown, string[]> {
  const finished: string[] = [];
  let failure: ApiFailure | undefined;
  for (const id of ids) {
    try {
      yield* work(id);
      finished.push(id);
    } catch (error) {
      failure ??= toFailure(error);
      if (isUnreachable(toFailure(error))) break;
    }
  }
  const what = ids.length === 1 ? studioNames[kind].noun : getCount(kind, finished.length);
  if (finished.length > 0) yield put(toastShown({ text: `${what} ${done}`, tone: 'success' }));
  if (failure) yield put(failureShown(failure));
  return finished;
}

function* remove({ payload }: ReturnType<typeof removalChosen>) {
  const removed = yield* updateEach(payload, 'deleted', (id) => ignoreNotFound(studioKinds[payload.kind].remove(id)));
  yield put(itemsRemoved(removed));
  const { rows, total, query } = yield* selectState(ownItems.select);
  if (total > (query.offset ?? 0) + rows.length) yield* ownItems.refresh();
}

const DONE_TEXTS = { published: 'published', hidden: 'hidden', draft: 'moved to your drafts' } as const;

function* changeState({ payload }: ReturnType<typeof stateChosen>) {
  const { kind, to } = payload;
  yield* updateEach(payload, DONE_TEXTS[to], (id) => studioKinds[kind].change(id, to));
  yield* ownItems.refresh();
}

function* pin({ payload: { kind, id, isPinned } }: ReturnType<typeof pinChosen>) {
  try {
    yield* studioKinds[kind].pin?.(id, isPinned) ?? [];
    const words = isPinned ? 'pinned to the top of your page' : 'no longer pinned';
    yield put(toastShown({ text: `${studioNames[kind].noun} ${words}`, tone: 'success' }));
  } catch (error) {
    yield put(failureShown(toFailure(error)));
  }
  yield* ownItems.refresh();
}

/** Runs one action at a time, in order; none is dropped. */
export function* ownItemsSaga(): Generator {
  yield takeInOrder([removalChosen, stateChosen, pinChosen], function* doChosen(action: Action) {
    if (removalChosen.match(action)) yield* remove(action);
    else if (stateChosen.match(action)) yield* changeState(action);
    else if (pinChosen.match(action)) yield* pin(action);
  });
}
