import { all, delay, put, takeEvery, takeLeading } from 'redux-saga/effects';
import { feedRoutes } from '@contract/content/feed-routes';
import { limits } from '@contract/base/limits';
import { toastShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { copyText, shareLink } from '@/services/share';
import { hiddenPostStore } from '@/services/storage';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { itemUnlocked, platformSubscriptionChanged, reactionChanged, subscriptionChanged } from '@/store/intents';
import { feedListSaga } from './feed-list-saga';
import * as feed from './feed-slice';
import { accessOf, withoutLockedAddresses, type Feed } from './feed-view';

function* loadPost({ payload: { address } }: ReturnType<typeof feed.feedRequested>) {
  try {
    const found = yield* callEndpoint(feedRoutes.getFeed, { params: { id: address } });
    yield put(feed.feedLoaded({ address, feed: withoutLockedAddresses(found) }));
  } catch (error) {
    yield put(feed.feedFailed({ address, error: toFailure(error) }));
  }
}

/** Puts posts in place as they are now. */
const replace = (feeds: Feed[]) => put(feed.feedsLoaded({ feeds: feeds.map(withoutLockedAddresses) }));

function* refresh(id: string) {
  if (!(yield* selectState(feed.selectFeed(id)))) return;
  try {
    yield replace([yield* callEndpoint(feedRoutes.getFeed, { params: { id } })]);
  } catch {
    // It stays as it was; opening its page says why.
  }
}

/** Posts that a subscription may have opened or closed. One call for all of a creator's. */
function* refreshPerformer({ payload: { performerId } }: ReturnType<typeof subscriptionChanged>) {
  const feeds = Object.values(yield* selectState((state) => state.feed.feeds));
  const own = feeds.filter((known) => known.performer._id === performerId);
  if (own.length === 0) return;
  try {
    const query = { performerId, limit: limits.listMax, offset: 0 };
    const { data } = yield* callEndpoint(feedRoutes.listFeeds, { query });
    const known = new Set(own.map((one) => one._id));
    yield replace(data.filter((one) => known.has(one._id)));
    const given = new Set(data.map((one) => one._id));
    for (const one of own) if (!given.has(one._id)) yield* refresh(one._id);
  } catch (error) {
    yield put(toastShown({ text: toFailure(error).message, tone: 'error' }));
  }
}

/** The platform's own subscription opens what is marked free, of any creator. */
function* refreshFree() {
  const feeds = Object.values(yield* selectState((state) => state.feed.feeds));
  const waiting = feeds.filter((one) => one.isFree || accessOf(one) === 'locked-platform');
  yield all(waiting.map((one) => refresh(one._id)));
  const places = Object.entries(yield* selectState((state) => state.feed.addresses));
  for (const [address, { status }] of places) if (status === 'closed') yield put(feed.feedRequested({ address }));
}

function* votePoll({ payload }: ReturnType<typeof feed.voteRequested>) {
  const { feedId, pollId } = payload;
  try {
    yield* callEndpoint(feedRoutes.votePoll, { params: { id: pollId } });
    yield put(feed.voteCounted(payload));
  } catch (error) {
    const { code, message } = toFailure(error);
    yield put(feed.voteRefused({ feedId, already: code === 'ALREADY_VOTED' }));
    yield put(toastShown({ text: message, tone: 'error' }));
  }
  // The counts of everybody, including votes given since the page was loaded.
  yield* refresh(feedId);
}

function* remove({ payload: { id } }: ReturnType<typeof feed.deleteRequested>) {
  try {
    yield* callEndpoint(feedRoutes.deleteFeed, { params: { id } });
    yield put(feed.feedDeleted({ id }));
    yield put(toastShown({ text: 'Post deleted', tone: 'success' }));
  } catch (error) {
    yield put(feed.deleteFailed({ id, error: toFailure(error).message }));
  }
}

function* hide({ payload: { id } }: ReturnType<typeof feed.feedHidden>) {
  hiddenPostStore.write([...(hiddenPostStore.read() ?? []).filter((known) => known !== id), id]);
  yield put(toastShown({ text: 'Post hidden', action: 'Undo', onAction: feed.feedShown({ id }) }));
}

function show({ payload: { id } }: ReturnType<typeof feed.feedShown>) {
  hiddenPostStore.write((hiddenPostStore.read() ?? []).filter((known) => known !== id));
}

function* share({ payload: { path, title } }: ReturnType<typeof feed.shareRequested>) {
  const outcome: Awaited<ReturnType<typeof shareLink>> = yield shareLink(path, title);
  if (outcome === 'copied') yield put(toastShown({ text: 'Link copied', tone: 'success' }));
  if (outcome === 'failed')
    yield put(toastShown({ text: 'This browser did not let us share the link', tone: 'error' }));
}

function* copyLink({ payload: { path } }: ReturnType<typeof feed.linkCopyRequested>) {
  const done: boolean = yield copyText(new URL(path, window.location.origin).href);
  yield put(
    done
      ? toastShown({ text: 'Link copied', tone: 'success' })
      : toastShown({ text: 'This browser did not let us copy the link', tone: 'error' }),
  );
}

/** Milliseconds in which an answer may still come that was asked for before a press, and stored before it. */
const answerMayBeOldMs = 10_000;

function* holdPress({ payload: { objectType, objectId, action } }: ReturnType<typeof reactionChanged>) {
  if (objectType !== 'feed') return;
  const turn = yield* selectState(feed.selectPressTurn(objectId, action));
  if (turn === undefined) return;
  yield delay(answerMayBeOldMs);
  yield put(feed.pressEnded({ id: objectId, action, turn }));
}

export function* feedSaga() {
  if (typeof window !== 'undefined') yield put(feed.hiddenRestored(hiddenPostStore.read() ?? []));
  yield takeEvery(feed.feedRequested, loadPost);
  yield takeEvery(feed.feedRefreshed, ({ payload }) => refresh(payload.id));
  yield takeEvery(itemUnlocked, function* opened({ payload: { target, id } }) {
    if (target === 'feed') yield* refresh(id);
  });
  yield takeEvery(reactionChanged, holdPress);
  yield takeEvery(subscriptionChanged, refreshPerformer);
  yield takeEvery(platformSubscriptionChanged, refreshFree);
  yield takeEvery(feed.voteRequested, votePoll);
  yield takeLeading(feed.deleteRequested, remove);
  yield takeEvery(feed.feedHidden, hide);
  yield takeEvery(feed.feedShown, show);
  yield takeLeading(feed.shareRequested, share);
  yield takeEvery(feed.linkCopyRequested, copyLink);
  yield* feedListSaga();
}
