import { put } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { getNoun, type StudioKindName } from '@/config/item-names';
import { ApiError, toFailure } from '@/services/api-error';
import { runBeforeSending } from '@/store/before-sending';
import { selectState } from '@/store/call-endpoint';
import { listFiles, getDraftKey, type Draft, type DraftKey, type DraftSubmission } from './draft';
import { isRejected, isOutcomeUnknown, catchToUndefined } from './file-submission';
import { listParts, describeParts } from './draft-wire';
import { type OwnItem, type StoreAs } from './studio-kind';
import { studioKinds } from './studio-kinds';
import * as studio from './studio-slice';
import { findFileId } from './upload-step';

function* fetchNewest(kind: StudioKindName, limit: number): Generator<unknown, OwnItem[]> {
  return (yield* studioKinds[kind].list({ kind, sortBy: 'createdAt', sort: 'desc' }, { offset: 0, limit })).data;
}

/** Data by which the item can be found if the response to its creation is lost. */
function* createDraftSubmission(
  { kind, title, text, ...files }: Draft,
  as: StoreAs,
): Generator<unknown, DraftSubmission> {
  const newest = yield* fetchNewest(kind, limits.listDefault);
  return {
    as,
    title,
    text,
    isEdited: false,
    fileIds: listFiles(files).flatMap((file) => findFileId(file) ?? []),
    // The backend's time, since this device's clock may be wrong.
    after: Math.max(0, ...newest.map(({ createdAt }) => Date.parse(createdAt))),
  };
}

/** Some backends change spaces and line breaks. */
const normalizeSpaces = (words: string | null | undefined) => (words ?? '').replaceAll(/\s+/g, ' ').trim();

function isItemOfSubmission(item: OwnItem, { title, text, fileIds, after }: DraftSubmission): boolean {
  const itsFiles = [...item.files, ...(item.thumbnail ? [item.thumbnail] : [])].map(({ _id }) => _id);
  // A file belongs to only one item. Some lists omit files.
  if (fileIds.length > 0 && itsFiles.length > 0) return itsFiles.some((id) => fileIds.includes(id));
  const isSaid =
    normalizeSpaces(item.text) === normalizeSpaces(text) &&
    (!item.title || normalizeSpaces(item.title) === normalizeSpaces(title));
  return isSaid && Date.parse(item.createdAt) > after;
}

/** Finds the item of a draft whose response was lost. @returns its id, or undefined */
function* findStoredItem(kind: StudioKindName, sent: DraftSubmission): Generator<unknown, string | undefined> {
  return (yield* fetchNewest(kind, limits.listMax)).find((item) => isItemOfSubmission(item, sent))?._id;
}

/** Stores the remaining steps, or the changes made after the draft was sent. */
function* continueStoredItem(draft: Draft, as: StoreAs, id: string): Generator<unknown, string> {
  const { save, isMadeIn } = studioKinds[draft.kind];
  if (isMadeIn === 'steps') yield put(studio.draftItemCreated({ key: getDraftKey(draft), id }));
  return yield* save({ ...draft, begunId: id }, as);
}

const isFullyStored = ({ kind, sent }: Draft, as: StoreAs): boolean =>
  studioKinds[kind].isMadeIn === 'one call' && sent !== null && !sent.isEdited && sent.as === as;

export const CHANGED_ELSEWHERE = 'CHANGED_ELSEWHERE';

/**
 * Loads the stored item before changing it, because a stale draft would undo changes made in another tab, such as a price.
 * Parts that already have the draft's value come from an earlier attempt whose response was lost.
 * @param overwrites the user has seen the changes made elsewhere, and keeps their own
 * @returns the draft with the loaded revision, if the backend counts revisions, so that it rejects later changes
 * @throws ApiError
 */
function* rejectStale(draft: Draft, as: StoreAs, overwrites: boolean): Generator<unknown, Draft> {
  const current = yield* studioKinds[draft.kind].open(getDraftKey(draft));
  const stored = listParts(current);
  const wanted = listParts(draft, as);
  const others = stored.flatMap((part, at) =>
    part === draft.began?.[at] || [part, undefined].includes(wanted[at]) ? [] : [at],
  );
  if (others.length === 0 || overwrites) return { ...draft, revision: current.revision };
  const message = `This ${getNoun(draft.kind)} was changed elsewhere since you opened it: ${describeParts(stored, others)}.`;
  throw new ApiError(409, { error: CHANGED_ELSEWHERE, message });
}

/**
 * Stores a draft; a new one at most once. The submission is recorded first, so that after a lost response or a reload the item
 * is searched for before it is sent again. Compatible backends have no idempotency keys.
 * @returns the item's id
 */
export function* saveOnce(given: Draft, as: StoreAs, { overwrites = false } = {}): Generator<unknown, string> {
  const draft = given.began ? yield* runBeforeSending(rejectStale(given, as, overwrites)) : given;
  const { kind, sent } = draft;
  const { save, isMadeIn } = studioKinds[kind];
  if (draft.id !== null || draft.begunId !== null || isMadeIn === 'a call for each file') return yield* save(draft, as);
  const arrived = sent ? yield* findStoredItem(kind, sent) : undefined;
  if (arrived !== undefined) return isFullyStored(draft, as) ? arrived : yield* continueStoredItem(draft, as, arrived);
  const key = getDraftKey(draft);
  const newSubmission = yield* runBeforeSending(createDraftSubmission(draft, as));
  yield* recordSubmission(key, newSubmission);
  try {
    return yield* save(draft, as);
  } catch (error) {
    const now = yield* selectState((state) => state.studio.writing.drafts[key]);
    // The item was created, and a later step failed.
    if (now?.begunId) throw error;
    const failure = toFailure(error);
    const found = isOutcomeUnknown(failure) ? yield* catchToUndefined(findStoredItem(kind, newSubmission)) : undefined;
    if (found !== undefined) {
      // If the file was rejected because an earlier attempt sent it, we do not know how much of that attempt was stored.
      const isWhole = isMadeIn === 'one call' && !isRejected(failure);
      return isWhole ? found : yield* continueStoredItem(draft, as, found);
    }
    if (isRejected(failure)) yield* recordSubmission(key, null);
    throw error;
  }
}

/** Saved immediately, because the page may be left before the next autosave. */
function* recordSubmission(key: DraftKey, sent: DraftSubmission | null) {
  yield put(studio.draftSubmitted({ key, sent }));
  yield put(studio.draftAutosaveRequested());
}

/** Finds the item of a draft sent before the page was left, unless the draft changed. @returns its id, or undefined */
export function* findSubmittedDraft(draft: Draft): Generator<unknown, string | undefined> {
  const { kind, sent } = draft;
  return sent && isFullyStored(draft, sent.as) ? yield* catchToUndefined(findStoredItem(kind, sent)) : undefined;
}
