import { fork, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { feedRoutes } from '@contract/content/feed-routes';
import { paths } from '@/config/paths';
import { toastShown } from '@/features/site/ui/ui-slice';
import { pluralise } from '@/lib/format-count';
import { toFailure } from '@/services/api-error';
import { callEndpoint, fromContext, selectState } from '@/store/call-endpoint';
import { postSalesWanted } from '@/store/intents';
import { isOut, type Draft } from './draft';
import { toDraft, toFeedBody, toWholeBody, type StoreAs } from './draft-wire';
import { draftAutosaveSaga } from './draft-autosave';
import * as studio from './studio-slice';
import { awaitFile, uploadSaga } from './upload-saga';

function* loadPosts({ payload }: ReturnType<typeof studio.postsRequested>) {
  try {
    const { data, total } = yield* callEndpoint(feedRoutes.listPerformerFeeds, {
      query: { limit: studio.postsPerPage, ...payload },
    });
    yield put(studio.postsLoaded({ posts: data, total }));
    yield put(postSalesWanted({ ids: data.map(({ _id }) => _id) }));
  } catch (error) {
    yield put(studio.postsFailed(toFailure(error)));
  }
}

function* openDraft({ payload: { id } }: ReturnType<typeof studio.composerOpened>) {
  if (!id) return;
  try {
    const feed = yield* callEndpoint(feedRoutes.getPerformerFeed, { params: { id } });
    yield put(studio.draftOpened({ ...toDraft(feed), id }));
    for (const { file, place } of yield* selectState(studio.selectFiles(id)))
      if (file.status === 'processing' && file.fileId) yield fork(awaitFile, place, file.fileId);
  } catch (error) {
    yield put(studio.draftOpeningFailed(toFailure(error)));
  }
}

/** One call an answer; those that are stored already keep their ids, so votes are not lost. Wire contract 2.6. */
function* storePoll({ poll }: Draft) {
  if (!poll) return [];
  const options: { id: string | null; text: string }[] = [];
  for (const option of poll.options) {
    const description = option.text.trim();
    if (option.id || !description) options.push(option);
    else options.push({ ...option, id: (yield* callEndpoint(feedRoutes.createPoll, { body: { description } }))._id });
  }
  // If the post itself is refused, the next try names the same answers.
  yield put(studio.draftChanged({ poll: { ...poll, options } }));
  return options.flatMap(({ id }) => id ?? []);
}

function* store({ payload: { as } }: ReturnType<typeof studio.storeRequested>) {
  const key = yield* selectState(studio.selectOpenKey);
  const draft = yield* selectState(studio.selectDraft);
  try {
    const body = toFeedBody(draft, yield* storePoll(draft), as);
    if (draft.id) yield* callEndpoint(feedRoutes.updateFeed, { params: { id: draft.id }, body });
    else yield* callEndpoint(feedRoutes.createFeed, { body });
    yield put(studio.draftClosed({ key }));
    yield put(toastShown({ text: wordsFor(draft, as), tone: 'success' }));
    const navigate = yield* fromContext('navigate');
    navigate(paths.creator.posts);
  } catch (error) {
    yield put(studio.storeFailed(toFailure(error)));
  }
}

function wordsFor(draft: Draft, as: StoreAs): string {
  if (isOut(draft)) return 'Changes saved';
  if (as === 'draft') return 'Draft saved';
  return draft.isLater ? 'Scheduled' : 'Published';
}

function* remove({ payload: { ids } }: ReturnType<typeof studio.postDeleteRequested>) {
  const removed: string[] = [];
  try {
    for (const id of ids) {
      yield* callEndpoint(feedRoutes.deleteFeed, { params: { id } });
      removed.push(id);
    }
    yield put(toastShown({ text: ids.length === 1 ? 'Post deleted' : `${ids.length} posts deleted`, tone: 'success' }));
  } catch (error) {
    yield put(toastShown({ text: toFailure(error).message, tone: 'error' }));
  }
  yield put(studio.postsRemoved(removed));
}

const done = { published: 'published', hidden: 'hidden', draft: 'moved to your drafts' } as const;

function* changeState({ payload: { ids, to } }: ReturnType<typeof studio.postStateChosen>) {
  const body = { status: to === 'published' ? 'active' : 'inactive', isSchedule: false, scheduleAt: null } as const;
  try {
    for (const id of ids) {
      // As it is by now: what a list that was loaded earlier does not name would be deleted.
      const whole = toWholeBody(yield* callEndpoint(feedRoutes.getPerformerFeed, { params: { id } }));
      yield* callEndpoint(feedRoutes.updateFeed, { params: { id }, body: { ...whole, ...body } });
    }
    const what = ids.length === 1 ? 'Post' : pluralise(ids.length, 'post');
    yield put(toastShown({ text: `${what} ${done[to]}`, tone: 'success' }));
  } catch (error) {
    yield put(toastShown({ text: toFailure(error).message, tone: 'error' }));
  }
  yield put(studio.postsRequested((yield* selectState(studio.selectPostList)).query));
}

export function* studioSaga() {
  yield fork(uploadSaga);
  yield fork(draftAutosaveSaga);
  yield takeLatest(studio.postsRequested, loadPosts);
  yield takeEvery(studio.composerOpened, openDraft);
  yield takeLeading(studio.storeRequested, store);
  yield takeLeading(studio.postDeleteRequested, remove);
  yield takeLeading(studio.postStateChosen, changeState);
}
