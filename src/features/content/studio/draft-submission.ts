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

/** Own items, newest first. */
function* fetchNewest(kind: StudioKindName, limit: number): Generator<unknown, OwnItem[]> {
  return (yield* studioKinds[kind].list({ kind, sortBy: 'createdAt', sort: 'desc' }, { offset: 0, limit })).data;
}

/** Notes how to find the item again, should the answer to its call be lost. */
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
    // By the backend's clock: this device's own may be wrong.
    after: Math.max(0, ...newest.map(({ createdAt }) => Date.parse(createdAt))),
  };
}

/** Some backends change spaces and line breaks. */
const normalizeSpaces = (words: string | null | undefined) => (words ?? '').replaceAll(/\s+/g, ' ').trim();

function isItemOfSubmission(item: OwnItem, { title, text, fileIds, after }: DraftSubmission): boolean {
  const itsFiles = [...item.files, ...(item.thumbnail ? [item.thumbnail] : [])].map(({ _id }) => _id);
  // No file is in two items. Not every list tells of all files.
  if (fileIds.length > 0 && itsFiles.length > 0) return itsFiles.some((id) => fileIds.includes(id));
  const isSaid =
    normalizeSpaces(item.text) === normalizeSpaces(text) &&
    (!item.title || normalizeSpaces(item.title) === normalizeSpaces(title));
  return isSaid && Date.parse(item.createdAt) > after;
}

/** Finds the item of a draft whose response was lost. @returns its id; undefined when there is none */
function* findStoredItem(kind: StudioKindName, sent: DraftSubmission): Generator<unknown, string | undefined> {
  return (yield* fetchNewest(kind, limits.listMax)).find((item) => isItemOfSubmission(item, sent))?._id;
}

/** Stores the remaining steps, or the changes since the draft was sent. */
function* continueStoredItem(draft: Draft, as: StoreAs, id: string): Generator<unknown, string> {
  const { save, isMadeIn } = studioKinds[draft.kind];
  if (isMadeIn === 'steps') yield put(studio.draftItemCreated({ key: getDraftKey(draft), id }));
  return yield* save({ ...draft, begunId: id }, as);
}

/** Whether the stored item has all changes of the draft. */
const isFullyStored = ({ kind, sent }: Draft, as: StoreAs): boolean =>
  studioKinds[kind].isMadeIn === 'one call' && sent !== null && !sent.isEdited && sent.as === as;

/** The code of the refusal of a stale draft. */
export const CHANGED_ELSEWHERE = 'CHANGED_ELSEWHERE';

/**
 * Looks at the stored one before it is changed: the whole of a stale draft would undo what another tab saved, such as a price.
 * What is there already as this draft wants it came of a try whose answer was lost.
 *
 * @param overwrites its writer has seen what was changed, and wants the own words.
 * @returns the draft with the revision that was looked at, where the backend counts them: what is saved after the look is
 * then refused by the backend.
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
 * Stores a draft, a new one once: it is noted before it is sent, so that whoever finds the note, after a lost answer or a
 * reload, looks for the item before sending it again. No backend of the family knows a key for that.
 *
 * @returns its id
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
    // It was made; what failed is a later step.
    if (now?.begunId) throw error;
    const failure = toFailure(error);
    const found = isOutcomeUnknown(failure) ? yield* catchToUndefined(findStoredItem(kind, newSubmission)) : undefined;
    if (found !== undefined) {
      // Refused for a file that went out before this try: of that one nothing more is known.
      const isWhole = isMadeIn === 'one call' && !isRejected(failure);
      return isWhole ? found : yield* continueStoredItem(draft, as, found);
    }
    if (isRejected(failure)) yield* recordSubmission(key, null);
    throw error;
  }
}

/** Saved at once: the page may be left before the next autosave. */
function* recordSubmission(key: DraftKey, sent: DraftSubmission | null) {
  yield put(studio.draftSubmitted({ key, sent }));
  yield put(studio.draftAutosaveRequested());
}

/** Whether a draft was stored when the page was left, and nothing was changed since. @returns the id; undefined when not */
export function* findSubmittedDraft(draft: Draft): Generator<unknown, string | undefined> {
  const { kind, sent } = draft;
  return sent && isFullyStored(draft, sent.as) ? yield* catchToUndefined(findStoredItem(kind, sent)) : undefined;
}
