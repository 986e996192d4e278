import { createAction, type Action } from '@reduxjs/toolkit';
import { call, delay, fork, put, race, take, takeEvery } from 'redux-saga/effects';
import { feedRoutes } from '@contract/content/feed-routes';
import { withAdvice } from '@contract/base/media-kinds';
import { referenceRoutes } from '@contract/site/reference-routes';
import { loggedOut, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { networkChanged, toastShown } from '@/features/site/ui/ui-slice';
import { isHeic } from '@/lib/heic';
import { ApiError, isNotFound, isUnreachable, mayUploadAgain, toFailure } from '@/services/api-error';
import { dropKeptFiles, findKeptFile, keepFile } from '@/services/kept-files';
import { selectCan } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { sendFile } from '@/store/upload-channel';
import { giveUpParts, sendFileInParts } from '@/store/upload-in-parts';
import { listFiles, type DraftFile } from './draft';
import { getContentError, selectKnowsKinds } from './file-rules';
import { picked } from './send-with-files';
import { type UploadRoute, type UploadWay } from './studio-kind';
import { studioKinds } from './studio-kinds';
import * as studio from './studio-slice';

/** Files on their way at a time: enough to fill a line, with room for other calls. */
const atATime = 3;
/** Milliseconds before the first look at a file that is being prepared, and between the others. Wire contract 1.8. */
const firstLookMs = 1_500;
const lookMs = 5_000;
/** Milliseconds after which a speed says something. */
const speedMs = 3_000;
/** Milliseconds before the first try after a connection broke, and the most there are before another one. */
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** One of the uploads has ended. */
const lineFreed = createAction('studio/lineFreed');

/** What the backend calls those that are under way in parts, by `localId`. */
const begun = new Map<string, string>();

const change = (place: studio.FilePlace, part: Partial<DraftFile>) => put(studio.fileChanged({ place, part }));

/** Whether a file is this tab's to send. */
function* isWanted(place: studio.FilePlace) {
  const isElsewhere = yield* selectState(studio.selectIsLockedElsewhere(place.key));
  return !isElsewhere && (yield* selectState(studio.selectFile(place))) !== undefined;
}

/** Waits until nobody here wants the file any more: it was taken out, its draft is closed, or another tab goes on with it. */
function* untilGone(place: studio.FilePlace) {
  while (yield* isWanted(place))
    yield take([studio.fileRemoved, studio.draftClosed, studio.draftGone, studio.draftLockChanged]);
}

/** Waits until its creator wants it to stand still. */
function* untilPaused({ localId }: studio.FilePlace) {
  for (;;) {
    const { payload } = (yield take(studio.filePaused)) as ReturnType<typeof studio.filePaused>;
    if (payload.localId === localId) return true;
  }
}

const pause = (place: studio.FilePlace) => change(place, { status: 'paused', secondsLeft: null });

function* upload(place: studio.FilePlace) {
  const draftFile = yield* selectState(studio.selectFile(place));
  const file = picked.get(place.localId);
  const kind = yield* selectState((state) => state.studio.writing.drafts[place.key]?.kind);
  // Taken out while it waited its turn.
  if (!draftFile || !kind || !(yield* isWanted(place))) return;
  if (!file) {
    yield change(place, { status: 'missing' });
    return;
  }
  const way = studioKinds[kind].upload(place.slot, draftFile.kind);
  const { route } = way;
  const canResume = yield* selectState(selectCan('resumableUploads'));
  if (!route && !canResume) {
    yield change(place, { status: 'held', error: null });
    return;
  }
  yield change(place, { status: 'uploading', error: null });
  const work = canResume || !route ? call(sendInParts, place, way, file) : call(sendUp, place, route, file);
  const { sent, paused } = (yield race({
    sent: work,
    paused: call(untilPaused, place),
    gone: call(untilGone, place),
  })) as { sent?: Sent; paused?: true };
  if (paused) yield pause(place);
  if (!sent) return;
  picked.delete(place.localId);
  begun.delete(place.localId);
  yield fork(dropUnwanted);
  const { fileId, isReady } = sent;
  const state = { status: isReady ? 'ready' : 'processing', fileId, uploadId: null } as const;
  yield change(place, { ...state, progress: 1, secondsLeft: null });
  if (!isReady) yield fork(awaitFile, place, fileId, canResume ? 0 : firstLookMs);
}

/** A file that is up; undefined when it is not, which its row says. */
type Sent = { fileId: string; isReady: boolean } | undefined;

function* sendUp(place: studio.FilePlace, route: UploadRoute, file: File): Generator<unknown, Sent> {
  yield change(place, { progress: 0 });
  const sent = yield* sendFile(route, file, progressOf(place, 0));
  if ('error' in sent) {
    yield change(place, { status: 'failed', ...sent });
    return undefined;
  }
  const { _id: fileId, status } = sent.reply;
  return { fileId, isReady: status !== 'processing' };
}

/** Sends a file in parts until all of it is there, however often the connection breaks meanwhile. */
function* sendInParts(place: studio.FilePlace, { purpose, route }: UploadWay, file: File): Generator<unknown, Sent> {
  const whole = route ?? feedRoutes.uploadFeedVideo;
  for (let tries = 0; ; tries += 1) {
    const { progress: from = 0, uploadId = null } = (yield* selectState(studio.selectFile(place))) ?? {};
    const tell = progressOf(place, from);
    const sent = yield* sendFileInParts(
      whole,
      { file, purpose, uploadId },
      {
        begun(id) {
          begun.set(place.localId, id);
          return change(place, { uploadId: id });
        },
        progress(progress) {
          if (progress > from) tries = 0;
          return tell(progress);
        },
      },
    );
    if ('fileId' in sent) return { fileId: sent.fileId, isReady: false };
    const { error } = sent;
    const isGone = uploadId !== null && isNotFound(error);
    if (isGone) {
      // Nobody sent anything for a day, or it was refused and the reply got lost: from the beginning.
      begun.delete(place.localId);
      yield change(place, { status: 'uploading', uploadId: null, progress: 0 });
    } else if (mayPass(error)) {
      const isFull = isServerFull(error);
      yield change(place, { status: 'offline', secondsLeft: null, error: isFull ? toFailure(error).message : null });
      const pauseMs = isFull ? longestPauseMs : firstPauseMs * 2 ** tries;
      yield race([delay(Math.min(longestPauseMs, pauseMs)), take(isBackOnline)]);
    } else {
      const isRefused = error instanceof ApiError && !mayUploadAgain(error);
      // What was refused is not kept there.
      if (isRefused) begun.delete(place.localId);
      const refused = { status: 'failed', error: toFailure(error).message, canRetry: !isRefused } as const;
      yield change(place, { ...refused, secondsLeft: null, ...(isRefused && { uploadId: null }) });
      return undefined;
    }
    // The same once more, but not for ever at once.
    if (isGone && tries > 1) yield delay(longestPauseMs);
  }
}

/** A limit of a whole day: another try a minute later ends the same way. */
const isQuota = (code: string | undefined) => code === 'UPLOAD_QUOTA' || code === 'FILM_QUOTA';

/** Whether the server has no room now: its creator is told that it is not their network. */
const isServerFull = (error: unknown): boolean =>
  error instanceof ApiError && ['STORAGE_FULL', 'UPLOADS_FULL', 'UPLOAD_SHARE'].includes(error.code ?? '');

/** Whether it is a connection that broke, or a moment in which the server could not: then it is worth waiting. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // 409: another tab was faster, or a part whose answer was lost.
  const isBusy = [408, 409, 423].includes(error.status) || (error.status === 429 && !isQuota(error.code));
  return isBusy || isUnreachable(error);
}

/** The browser says that there is a network again. */
const isBackOnline = (action: Action) => networkChanged.match(action) && !action.payload.isOffline;

/** Says how far a file is that has come `from` there. */
function progressOf(place: studio.FilePlace, from: number) {
  const startedAt = Date.now();
  return (progress: number) => {
    const [done, elapsedMs] = [progress - from, Date.now() - startedAt];
    const hasSpeed = done > 0 && elapsedMs >= speedMs;
    const secondsLeft = hasSpeed ? Math.ceil(((elapsedMs / done) * (1 - progress)) / 1000) : null;
    return change(place, { status: 'uploading', progress, secondsLeft, error: null });
  };
}

/** Looks until the server has prepared a file, or the file is gone. @param waitMs before the first look. */
export function* awaitFile(place: studio.FilePlace, fileId: string, waitMs = 0) {
  yield race([call(lookUntilReady, place, fileId, waitMs), call(untilGone, place)]);
}

function* lookUntilReady(place: studio.FilePlace, fileId: string, waitMs: number) {
  for (let wait = waitMs; ; wait = lookMs) {
    if (wait > 0) yield delay(wait);
    try {
      const file = yield* callEndpoint(referenceRoutes.getFileStatus, { params: { id: fileId }, query: {} });
      if (file.status === 'processing') continue;
      const isReady = file.status !== 'error';
      const canRetry = file.canRetry === true;
      const error = isReady ? null : canRetry ? (file.failure ?? '') : whyBroken(file.failure);
      const previewUrl = file.thumbnails?.[0];
      yield change(place, { status: isReady ? 'ready' : 'failed', error, canRetry, ...(previewUrl && { previewUrl }) });
      return;
    } catch (error) {
      // Swept away after a day, or another's.
      if (isNotFound(error)) {
        yield change(place, { status: 'failed', error: 'This file is no longer here. Add it again.', fileId: null });
        return;
      }
      // No connection now: look again later.
    }
  }
}

/** Has a file tried again that arrived, and that the server was stopped at each time. */
function* retryStored(place: studio.FilePlace, fileId: string) {
  yield change(place, { status: 'processing', error: null, canRetry: false });
  try {
    yield* callEndpoint(referenceRoutes.retryFile, { params: { id: fileId } });
  } catch (error) {
    yield change(place, { status: 'failed', error: toFailure(error).message, canRetry: !isNotFound(error) });
    return;
  }
  yield* awaitFile(place, fileId, lookMs);
}

/** @param failure what the server says came of it; not every backend says so. */
const whyBroken = (failure: string | undefined): string =>
  failure ? withAdvice(failure) : 'This file could not be read. Save it in another format and try again.';

/** Whether nothing of a file is sent: it was taken out, or is none that its place takes, which its row says. */
function* isRefused(place: studio.FilePlace, file: File) {
  const draftFile = yield* selectState(studio.selectFile(place));
  if (!draftFile) return true;
  const knowsKinds = yield* selectState(selectKnowsKinds);
  const error = (yield call(getContentError, file, draftFile.kind, knowsKinds)) as string | null;
  if (error) yield change(place, { status: 'failed', error, canRetry: false, previewUrl: null });
  const isThere = yield* selectState(studio.selectFile(place));
  return error !== null || !isThere;
}

/** Sends picked files up, some at a time, wherever in the app their creator looks meanwhile. */
export function* uploadSaga() {
  let running = 0;
  const isFull = () => running >= atATime;
  /** Those that wait or go up, by `localId`: asked for twice, a file goes once. */
  const sending = new Set<string>();

  function* send(place: studio.FilePlace) {
    if (sending.has(place.localId)) return;
    sending.add(place.localId);
    try {
      yield* sendInTurn(place);
    } finally {
      sending.delete(place.localId);
    }
  }

  /** Waits for its turn, in the order of asking. */
  function* sendInTurn(place: studio.FilePlace) {
    yield change(place, { status: 'waiting', secondsLeft: null, error: null, canRetry: false });
    while (isFull()) {
      const { paused } = (yield race({ turn: take(lineFreed), paused: call(untilPaused, place) })) as { paused?: true };
      if (!paused) continue;
      yield pause(place);
      return;
    }
    running += 1;
    try {
      yield* upload(place);
    } finally {
      running -= 1;
      yield put(lineFreed());
    }
  }

  /** Looks into a file, and sends it if it may go. */
  function* begin(place: studio.FilePlace, file: File) {
    if (yield* isRefused(place, file)) return;
    picked.set(place.localId, file);
    yield fork(keep, place, file);
    yield* send(place);
  }

  yield fork(dropUnwanted);
  yield takeEvery(studio.filePicked, function* pick({ payload: { slot, draftFile, file } }) {
    if (draftFile.status === 'failed') return;
    const place = { key: yield* selectState(studio.selectOpenKey), slot, localId: draftFile.localId };
    yield* begin(place, file);
  });
  yield takeEvery(studio.fileRetried, function* retry({ payload: place }) {
    const draftFile = yield* selectState(studio.selectFile(place));
    if (draftFile?.status === 'failed' && draftFile.fileId) yield* retryStored(place, draftFile.fileId);
    else yield* send(place);
  });
  yield takeEvery(studio.fileChosenAgain, function* goOn({ payload: { place, file } }) {
    const draftFile = yield* selectState(studio.selectFile(place));
    if (!draftFile) return;
    if (file.name !== draftFile.name || file.size !== draftFile.size) {
      yield put(toastShown({ text: `This is another file. Choose ${draftFile.name}.`, tone: 'error' }));
      return;
    }
    yield* begin(place, file);
  });
  yield takeEvery([studio.fileRemoved, studio.draftClosed, studio.draftGone], forgetGone);
  yield takeEvery(studio.draftLockChanged, handOver);
  yield takeEvery(changesPreviews, releasePreviews, new Set<string>());
  // Nothing of it stays for whoever sits here next; what the device keeps is dropped by the session.
  yield takeEvery(loggedOut, () => {
    picked.clear();
    begun.clear();
  });
}

/** Goes on with a file that was on its way when the page was left. */
export function* resumeFile(place: studio.FilePlace) {
  const me = yield* selectState(selectCurrentUser);
  const draftFile = yield* selectState(studio.selectFile(place));
  if (!me || !draftFile || draftFile.storedId !== null) return;
  const { status, kind, uploadId } = draftFile;
  if (uploadId) begun.set(place.localId, uploadId);
  const kept = (yield call(findKeptFile, me._id, place.localId)) as File | undefined;
  const file = kept ?? picked.get(place.localId);
  if (!(yield* isWanted(place))) return;
  if (!file) {
    if (status !== 'failed') yield change(place, { status: 'missing' });
    return;
  }
  picked.set(place.localId, file);
  if (kind === 'photo' && !isHeic(file)) yield change(place, { previewUrl: URL.createObjectURL(file) });
  yield change(place, { isKept: kept !== undefined });
  if (status !== 'paused' && status !== 'failed') yield put(studio.fileRetried(place));
}

/** Keeps a file of a new item on this device, as its words are kept. */
function* keep(place: studio.FilePlace, file: File) {
  const me = yield* selectState(selectCurrentUser);
  const draft = yield* selectState((state) => state.studio.writing.drafts[place.key]);
  if (!me || draft?.id !== null) return;
  const isKept = (yield call(keepFile, me._id, place.localId, file)) as boolean;
  // Taken out, or up, before it was written.
  if (!picked.has(place.localId)) yield* dropUnwanted();
  else if (isKept) yield change(place, { isKept: true });
}

/** Lets go of files that are kept on this device for nothing. */
function* dropUnwanted() {
  const me = yield* selectState(selectCurrentUser);
  if (!me) return;
  const files = yield* selectAllFiles();
  // Of drafts that nobody has opened yet nothing is known here.
  const isDone = ({ fileId, storedId }: DraftFile) => fileId !== null || storedId !== null;
  const done = new Set(files.filter(isDone).map(({ localId }) => localId));
  yield call(dropKeptFiles, me._id, (localId: string) => !done.has(localId) && !removed.has(localId));
}

function* selectAllFiles() {
  const drafts = yield* selectState((state) => state.studio.writing.drafts);
  return Object.values(drafts).flatMap(listFiles);
}

const changesPreviews = [
  ...[studio.filePicked, studio.fileRemoved, studio.draftOpened, studio.draftRestored],
  ...[studio.draftClosed, studio.draftGone, loggedOut],
  (action: Action) => studio.fileChanged.match(action) && action.payload.part.previewUrl !== undefined,
];

/** Pictures shown from this browser's memory are let go once no draft shows them. @param previews those not let go yet. */
function* releasePreviews(previews: Set<string>) {
  const files = yield* selectAllFiles();
  const shown = files.flatMap(({ previewUrl }) => (previewUrl?.startsWith('blob:') ? previewUrl : []));
  for (const url of previews) {
    if (shown.includes(url)) continue;
    URL.revokeObjectURL(url);
    previews.delete(url);
  }
  for (const url of shown) previews.add(url);
}

/** Those that were taken out. */
const removed = new Set<string>();

/** Another tab goes on with it: what was begun is for that one to give up. */
function* handOver({ payload: { key, isMine } }: ReturnType<typeof studio.draftLockChanged>) {
  if (isMine) return;
  for (const { place } of yield* selectState(studio.selectFiles(key))) begun.delete(place.localId);
}

/** Lets go of what no draft holds any more. */
function* forgetGone(action: Action) {
  if (studio.fileRemoved.match(action)) removed.add(action.payload.localId);
  const known = new Set((yield* selectAllFiles()).map(({ localId }) => localId));
  for (const localId of new Set([...picked.keys(), ...begun.keys()])) {
    if (known.has(localId)) continue;
    const uploadId = begun.get(localId);
    picked.delete(localId);
    begun.delete(localId);
    removed.add(localId);
    if (uploadId !== undefined) yield* giveUpParts(uploadId);
  }
  yield* dropUnwanted();
}
