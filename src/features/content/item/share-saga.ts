import { put, takeEvery, takeLeading } from 'redux-saga/effects';
import { toastShown } from '@/features/site/ui/ui-slice';
import { copyText, shareLink } from '@/services/share';
import * as item from './item-slice';

const LINK_COPIED_TOAST = toastShown({ text: 'Link copied', tone: 'success' });
const createDeniedToast = (what: string) =>
  toastShown({ text: `This browser did not let us ${what} the link`, tone: 'error' });

function* shareItem({ payload: { path, title } }: ReturnType<typeof item.shareRequested>) {
  const outcome: Awaited<ReturnType<typeof shareLink>> = yield shareLink(path, title);
  if (outcome === 'copied') yield put(LINK_COPIED_TOAST);
  if (outcome === 'failed') yield put(createDeniedToast('share'));
}

function* copyLink({ payload: { path } }: ReturnType<typeof item.linkCopyRequested>) {
  const isDone: boolean = yield copyText(new URL(path, window.location.origin).href);
  yield put(isDone ? LINK_COPIED_TOAST : createDeniedToast('copy'));
}

export function* shareSaga() {
  yield takeLeading(item.shareRequested, shareItem);
  yield takeEvery(item.linkCopyRequested, copyLink);
}
