import { put, takeEvery } from 'redux-saga/effects';
import { itemNames } from '@/config/item-names';
import { currentUserLoaded, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { hiddenPostStore } from '@/services/storage';
import { selectState } from '@/store/call-endpoint';
import { readKey } from './item-kinds';
import * as item from './item-slice';

function* getHiddenStore() {
  return hiddenPostStore((yield* selectState(selectCurrentUser))?._id ?? '');
}

function* restoreHidden() {
  yield put(item.hiddenRestored((yield* getHiddenStore()).read() ?? []));
}

function* saveHidden(id: string, isHidden: boolean) {
  const store = yield* getHiddenStore();
  const others = (store.read() ?? []).filter((known) => known !== id);
  store.write(isHidden ? [...others, id] : others);
}

const getUndoAction = (id: string) => ({ action: 'Undo', onAction: item.hideUndone({ id }) });

function* muteCreator({ payload: { id, name } }: ReturnType<typeof item.creatorMuted>) {
  yield* saveHidden(id, true);
  yield put(toastShown({ text: `You muted ${name}`, ...getUndoAction(id) }));
}

function* hideItem({ payload: { key } }: ReturnType<typeof item.itemHidden>) {
  const { kind, id } = readKey(key);
  yield* saveHidden(id, true);
  yield put(toastShown({ text: `${itemNames[kind].noun} hidden`, ...getUndoAction(id) }));
}

export function* hiddenSaga() {
  yield* restoreHidden();
  yield takeEvery(currentUserLoaded, restoreHidden);
  yield takeEvery(item.itemHidden, hideItem);
  yield takeEvery(item.creatorMuted, muteCreator);
  yield takeEvery(item.hideUndone, ({ payload: { id } }) => saveHidden(id, false));
}
