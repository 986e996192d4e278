import { delay, put, race, take, takeEvery, takeLatest, takeLeading, type PutEffect } from 'redux-saga/effects';
import { feedRoutes } from '@contract/feed-routes';
import { referenceRoutes } from '@contract/reference-routes';
import { paths } from '@/config/paths';
import { toastShown } from '@/features/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { callEndpoint, fromContext, selectState } from '@/store/call-endpoint';
import { uploadChannel, type UploadStep } from '@/store/upload-channel';
import { toDraft, toFeedBody, type Draft, type DraftFile } from './draft';
import * as studio from './studio-slice';

/** Milliseconds between two looks at a file that is being prepared. Wire contract 1.8. */
const pollMs = 5_000;

function* loadPosts({ payload }: ReturnType<typeof studio.postsRequested>) {
  try {
    const { data, total } = yield* callEndpoint(feedRoutes.listPerformerFeeds, {
      query: { limit: studio.postsPerPage, ...payload },
    });
    yield put(studio.postsLoaded({ posts: data, total }));
  } catch (error) {
    yield put(studio.postsFailed(toFailure(error)));
  }
}

function* openDraft({ payload: { id } }: ReturnType<typeof studio.draftWanted>) {
  try {
    const feed = yield* callEndpoint(feedRoutes.getPerformerFeed, { params: { id } });
    yield put(studio.draftOpened(toDraft(feed)));
  } catch (error) {
    yield put(studio.draftOpeningFailed(toFailure(error)));
  }
}

const uploadRoutes = {
  photo: feedRoutes.uploadFeedPhoto,
  video: feedRoutes.uploadFeedVideo,
  audio: feedRoutes.uploadFeedAudio,
} as const;

function* upload({ payload }: ReturnType<typeof studio.filePicked>) {
  const { slot, file } = payload;
  let current: DraftFile = payload.draftFile;
  const change = (part: Partial<DraftFile>) => {
    current = { ...current, ...part };
    return put(studio.fileChanged({ slot, file: current }));
  };
  yield change({});
  const callApi = yield* fromContext('callApi');
  const route =
    slot === 'thumbnail'
      ? feedRoutes.uploadFeedThumbnail
      : slot === 'teaser'
        ? feedRoutes.uploadFeedTeaser
        : uploadRoutes[current.kind];
  const form = new FormData();
  form.set('file', file);
  const steps = uploadChannel(callApi, route, form);
  const isGone = (action: { type: string }) =>
    (studio.fileRemoved.match(action) && action.payload.localId === current.localId) ||
    studio.draftStarted.match(action);
  while (true) {
    const { step } = (yield race({ step: take(steps), gone: take(isGone) })) as {
      step?: UploadStep<{ _id: string; status?: string }>;
    };
    if (!step) {
      steps.close();
      return;
    }
    if ('progress' in step) yield change({ progress: step.progress });
    else if ('error' in step) {
      yield change({ status: 'failed', error: toFailure(step.error).message });
      return;
    } else {
      const isReady = step.reply.status !== 'processing';
      yield change({ status: isReady ? 'ready' : 'processing', progress: 1, fileId: step.reply._id });
      if (!isReady) yield race([followProcessing(step.reply._id, change), take(isGone)]);
      return;
    }
  }
}

/** Asks until the server has prepared a film or a sound. */
function* followProcessing(id: string, change: (part: Partial<DraftFile>) => PutEffect) {
  while (true) {
    yield delay(pollMs);
    try {
      const file = yield* callEndpoint(referenceRoutes.getFileStatus, { params: { id }, query: {} });
      if (file.status === 'processing') continue;
      const isReady = file.status !== 'error';
      yield change({
        status: isReady ? 'ready' : 'failed',
        error: isReady ? null : 'This file could not be read. Save it in another format and try again.',
        ...(file.thumbnails?.[0] && { previewUrl: file.thumbnails[0] }),
      });
      return;
    } catch {
      // No connection now: ask again later.
    }
  }
}

/** One call an answer; those that are stored already keep their ids, so votes are not lost. Wire contract 2.6. */
function* storePoll({ poll }: Draft) {
  const ids: string[] = [];
  for (const option of poll?.options ?? []) {
    const text = option.text.trim();
    if (option.id) ids.push(option.id);
    else if (text) ids.push((yield* callEndpoint(feedRoutes.createPoll, { body: { description: text } }))._id);
  }
  return ids;
}

function* publish() {
  const draft = yield* selectState(studio.selectDraft);
  try {
    const body = toFeedBody(draft, yield* storePoll(draft));
    if (draft.id) yield* callEndpoint(feedRoutes.updateFeed, { params: { id: draft.id }, body });
    else yield* callEndpoint(feedRoutes.createFeed, { body });
    yield put(studio.draftStarted());
    yield put(toastShown({ text: wordsFor(draft), tone: 'success' }));
    const navigate = yield* fromContext('navigate');
    navigate(paths.creator.posts);
  } catch (error) {
    yield put(studio.publishFailed(toFailure(error)));
  }
}

function wordsFor({ id, audience, scheduleAt }: Draft): string {
  if (audience === 'draft') return 'Draft saved';
  if (scheduleAt) return 'Scheduled';
  return id ? 'Changes saved' : 'Published';
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

function* changeStatus({ payload: { ids, status } }: ReturnType<typeof studio.postStatusChosen>) {
  try {
    for (const id of ids) yield* callEndpoint(feedRoutes.updateFeed, { params: { id }, body: { status } });
  } catch (error) {
    yield put(toastShown({ text: toFailure(error).message, tone: 'error' }));
  }
  yield put(studio.postsRequested((yield* selectState(studio.selectPostList)).query));
}

export function* studioSaga() {
  yield takeLatest(studio.postsRequested, loadPosts);
  yield takeLatest(studio.draftWanted, openDraft);
  yield takeEvery(studio.filePicked, upload);
  yield takeLeading(studio.publishRequested, publish);
  yield takeLeading(studio.postDeleteRequested, remove);
  yield takeLeading(studio.postStatusChosen, changeStatus);
}
