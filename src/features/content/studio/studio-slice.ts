import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { StudioKindName } from '@/config/item-names';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';
import {
  emptyDrafts,
  fileSlots,
  hasContent,
  newDraftKey,
  type Draft,
  type DraftKey,
  type DraftPoll,
  type DraftSubmission,
  type FilePlace,
} from './draft';
import { fileReducers, reduceUploadEvent } from './file-reducers';
import type { StoreAs } from './studio-kind';
import {
  BULK_KEY,
  clearSavingFailure,
  editDraft,
  findFile,
  IDLE,
  initialState,
  isBulkDone,
  type SavingState,
  type WritingState,
} from './studio-state';
import { isUploadEvent } from './upload-reducer';
import { REMOVED, type FileUpload } from './upload-step';

export const autosavedDraftRequested = createAction<{ key: DraftKey }>('studio/autosavedDraftRequested');
/** Makes this tab the writer of a draft that another tab is writing. */
export const draftLockRequested = createAction<{ key: DraftKey }>('studio/draftLockRequested');
export const galleriesRequested = createAction('studio/galleriesRequested');
export const participantQueryChanged = createAction<string>('studio/participantQueryChanged');
export const draftAutosaveRequested = createAction('studio/draftAutosaveRequested');
export const fileChosenAgain = createAction<{ place: FilePlace; file: File }>('studio/fileChosenAgain');
export const fileRetryRequested = createAction<{ place: FilePlace }>('studio/fileRetryRequested');

/** `language` in BCP 47. */
export const captionsChosen = createAction<{ place: FilePlace; file: File; language: string }>('studio/captionsChosen');
export const captionsRemoved = createAction<{ place: FilePlace }>('studio/captionsRemoved');

const NOT_SAVING: SavingState = { ...IDLE, as: 'published' };

function dropDraft(state: WritingState, { payload: { key } }: PayloadAction<{ key: DraftKey }>): void {
  for (const part of [state.drafts, state.saving, state.elsewhere]) delete part[key];
}

const writingSlice = createSlice({
  name: 'studio',
  initialState,
  reducers: {
    /** Without an id, opens the new item of its kind. */
    editorOpened(state, { payload: { kind, id } }: PayloadAction<{ kind: StudioKindName; id?: string }>) {
      state.openKey = id ?? newDraftKey(kind);
      state.openKind = kind;
      state.opening = id ? { status: 'pending', error: null } : IDLE;
      clearSavingFailure(state, state.openKey);
    },
    bulkOpened(state) {
      state.openKey = BULK_KEY;
      state.openKind = 'video';
      state.opening = IDLE;
      if (state.drafts[BULK_KEY] && !state.saving[BULK_KEY] && isBulkDone(state.drafts[BULK_KEY]))
        delete state.drafts[BULK_KEY];
    },
    bulkStoreStarted(state, { payload: { as } }: PayloadAction<{ as: StoreAs }>) {
      for (const file of state.drafts[BULK_KEY]?.files ?? []) if (file.refusal) file.refusal = null;
      state.saving[BULK_KEY] = { status: 'pending', error: null, as };
    },
    bulkStoreEnded(state) {
      delete state.saving[BULK_KEY];
    },
    draftOpened(state, { payload }: PayloadAction<Draft & { id: string }>) {
      state.drafts[payload.id] = payload;
      state.opening = IDLE;
    },
    draftOpeningFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.opening = { status: 'failed', error: payload };
    },
    draftRestored(state, { payload: { key, draft } }: PayloadAction<{ key: DraftKey; draft: Draft }>) {
      state.drafts[key] = draft;
    },
    draftAutosaved(state, { payload: { key, at } }: PayloadAction<{ key: DraftKey; at: number }>) {
      const draft = state.drafts[key];
      if (draft) draft.keptAt = at;
    },
    /** Uploads run only in the tab that writes the draft. */
    draftLockChanged(state, { payload: { key, isMine } }: PayloadAction<{ key: DraftKey; isMine: boolean }>) {
      if (isMine) delete state.elsewhere[key];
      else state.elsewhere[key] = true;
    },
    /** The draft was stored or discarded: its uploads stop. */
    draftClosed: dropDraft,
    draftClosedElsewhere: dropDraft,
    draftItemCreated(state, { payload: { key, id } }: PayloadAction<{ key: DraftKey; id: string }>) {
      const draft = state.drafts[key];
      if (draft) draft.begunId = id;
    },
    draftSubmitted(state, { payload: { key, sent } }: PayloadAction<{ key: DraftKey; sent: DraftSubmission | null }>) {
      const draft = state.drafts[key];
      if (draft) draft.sent = sent;
    },
    /** During the request, options may have been edited or another draft opened. */
    pollStored(state, { payload }: PayloadAction<{ key: DraftKey; options: DraftPoll['options'] }>) {
      for (const [index, option] of (state.drafts[payload.key]?.poll?.options ?? []).entries()) {
        const stored = payload.options[index];
        if (stored?.text === option.text) option.id ??= stored.id;
      }
    },
    removalStored(state, { payload: { key, id } }: PayloadAction<{ key: DraftKey; id: string }>) {
      const draft = state.drafts[key];
      if (draft) draft.removed = draft.removed.filter((one) => one.id !== id);
    },
    draftChanged(state, { payload }: PayloadAction<Partial<Draft>>) {
      state.drafts[state.openKey] = { ...editDraft(state), ...payload };
    },
    ...fileReducers,
    galleriesLoaded(state, { payload }: PayloadAction<{ _id: string; title: string }[]>) {
      state.galleries = payload;
    },
    participantsFound(state, { payload }: PayloadAction<WritingState['found']>) {
      state.found = payload;
    },
    /** `overwrites`: the creator has seen the changes made elsewhere, and discards them. */
    storeRequested(state, { payload: { as } }: PayloadAction<{ as: StoreAs; overwrites?: boolean }>) {
      if (state.openKey in state.elsewhere) return;
      state.saving[state.openKey] = { status: 'pending', error: null, as };
    },
    storeFailed(state, { payload: { key, error } }: PayloadAction<{ key: DraftKey; error: ApiFailure }>) {
      state.saving[key] = { ...NOT_SAVING, status: 'failed', error };
    },
  },
  extraReducers: (builder) => builder.addMatcher(isUploadEvent, reduceUploadEvent),
});

export const {
  editorOpened,
  bulkOpened,
  bulkStoreStarted,
  bulkStoreEnded,
  draftOpened,
  draftOpeningFailed,
  draftRestored,
  draftAutosaved,
  draftLockChanged,
  draftClosed,
  draftClosedElsewhere,
  draftItemCreated,
  draftSubmitted,
  pollStored,
  removalStored,
  draftChanged,
  filePicked,
  fileTitled,
  fileSavedOnDevice,
  filePreviewed,
  captionsStored,
  fileSubmitted,
  fileRefused,
  fileStored,
  fileDescribed,
  fileMoved,
  galleriesLoaded,
  participantsFound,
  storeRequested,
  storeFailed,
} = writingSlice.actions;
export const writingReducer = writingSlice.reducer;

export const selectOpenKey = (state: StoreState) => state.studio.writing.openKey;
export const selectDraft = ({ studio: { writing } }: StoreState) =>
  writing.drafts[writing.openKey] ?? emptyDrafts[writing.openKind];
export const selectOpening = (state: StoreState) => state.studio.writing.opening;
export const selectSaving = ({ studio: { writing } }: StoreState) => writing.saving[writing.openKey] ?? NOT_SAVING;

export const selectIsLockedElsewhere = (key: DraftKey) => (state: StoreState) => key in state.studio.writing.elsewhere;

export const selectUnfinishedAt =
  (key: DraftKey) =>
  (state: StoreState): Draft | null => {
    const draft = state.studio.writing.drafts[key];
    const isWorth = draft?.isChanged && hasContent(draft) && !(key === BULK_KEY && isBulkDone(draft));
    return isWorth ? draft : null;
  };

export const selectFile = (place: FilePlace) => (state: StoreState) => findFile(state.studio.writing, place);

/** @returns the step `removed` if no draft lists the file any more */
export const selectUpload =
  (place: FilePlace) =>
  (state: StoreState): FileUpload =>
    selectFile(place)(state)?.upload ?? REMOVED;

export const selectFiles = (key: DraftKey) => (state: StoreState) =>
  fileSlots.flatMap((slot) =>
    (state.studio.writing.drafts[key]?.[slot] ?? []).map((file) => ({
      file,
      place: { key, slot, localId: file.localId },
    })),
  );
