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
  type DraftFile,
  type DraftKey,
  type DraftPoll,
  type FileSlot,
  type Participant,
  type DraftSubmission,
} from './draft';
import type { StoreAs } from './studio-kind';

interface Doing {
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
}

interface Saving extends Doing {
  as: StoreAs;
}

/** What creators write, while they do. */
export interface WritingState {
  /** What is being written: it stays, with its uploads, while other pages are looked at. */
  drafts: Record<DraftKey, Draft>;
  /** Which of them the editor shows, and of what kind it is. */
  openKey: DraftKey;
  openKind: StudioKindName;
  /** The stored post that is being fetched to be changed. */
  opening: Doing;
  /** Those that are being stored, or could not be; each goes on while others are written. */
  saving: Record<DraftKey, Saving>;
  /** Those that another tab writes: here they show as that one keeps them. */
  elsewhere: Record<DraftKey, true>;
  /** Where photos may lie; null until they are loaded. */
  galleries: { _id: string; title: string }[] | null;
  /** Creators of a name, and the words that they were searched by. */
  found: { words: string; people: Participant[] };
}

const quiet: Doing = { status: 'idle', error: null };
const notSaving: Saving = { ...quiet, as: 'published' };
const initialState: WritingState = {
  ...{ drafts: {}, openKey: newDraftKey('feed'), openKind: 'feed', opening: quiet },
  ...{ saving: {}, elsewhere: {}, galleries: null, found: { words: '', people: [] } },
};

/** The draft of films that are to become a video each. */
export const bulkKey: DraftKey = 'bulk video';

/** One file in one place of one draft. */
export interface FilePlace {
  key: DraftKey;
  slot: FileSlot;
  localId: string;
}

/** Looks whether this device kept something unfinished, unless it is here already. */
export const autosavedDraftRequested = createAction<{ key: DraftKey }>('studio/autosavedDraftRequested');
/** What another tab writes is to be written here from now on. */
export const draftLockRequested = createAction<{ key: DraftKey }>('studio/draftLockRequested');
/** What a photo may lie in is to be chosen from. */
export const galleriesRequested = createAction('studio/galleriesRequested');
/** Who else may be in a video is searched for by name. */
export const participantQueryChanged = createAction<string>('studio/participantQueryChanged');
/** Keeps what is new on this device now, not in a moment. */
export const draftAutosaveRequested = createAction('studio/draftAutosaveRequested');
/** A file on its way is to stand still. */
export const filePaused = createAction<FilePlace>('studio/filePaused');
/** The same file, which this device could not keep. */
export const fileChosenAgain = createAction<{ place: FilePlace; file: File }>('studio/fileChosenAgain');
/** A file that failed or was paused, once more. */
export const fileRetried = createAction<FilePlace>('studio/fileRetried');

/** The words of a film, in a language (BCP 47). */
export const captionsChosen = createAction<{ place: FilePlace; file: File; language: string }>('studio/captionsChosen');
export const captionsRemoved = createAction<{ place: FilePlace }>('studio/captionsRemoved');

/** The open draft, to be changed. */
function edit(state: WritingState): Draft {
  // With lists of its own: they are changed in place.
  const draft = (state.drafts[state.openKey] ??= {
    ...emptyDrafts[state.openKind],
    ...{ files: [], thumbnail: [], teaser: [], removed: [] },
  });
  draft.isChanged = true;
  if (draft.sent) draft.sent.isEdited = true;
  forgetRefusal(state, state.openKey);
  return draft;
}

function forget(state: WritingState, { payload: { key } }: PayloadAction<{ key: DraftKey }>): void {
  for (const part of [state.drafts, state.saving, state.elsewhere]) delete part[key];
}

/** What the server refused goes once it is something else, or looked at anew; what is under way stays. */
function forgetRefusal({ saving }: WritingState, key: DraftKey): void {
  if (saving[key]?.status === 'failed') delete saving[key];
}

const writingSlice = createSlice({
  name: 'studio',
  initialState,
  reducers: {
    /** The editor shows a stored item, or without an id the new one of its kind. */
    editorOpened(state, { payload: { kind, id } }: PayloadAction<{ kind: StudioKindName; id?: string }>) {
      Object.assign(state, { openKey: id ?? newDraftKey(kind), openKind: kind });
      state.opening = id ? { status: 'pending', error: null } : quiet;
      forgetRefusal(state, state.openKey);
    },
    /** The page for many films shows what there is of them. */
    bulkOpened(state) {
      Object.assign(state, { openKey: bulkKey, openKind: 'video', opening: quiet });
      if (state.drafts[bulkKey] && !state.saving[bulkKey] && isDone(state.drafts[bulkKey]))
        delete state.drafts[bulkKey];
    },
    /** Those that were refused are tried once more. */
    bulkBegun(state, { payload: { as } }: PayloadAction<{ as: StoreAs }>) {
      for (const file of state.drafts[bulkKey]?.files ?? []) if (file.refusal) file.refusal = null;
      state.saving[bulkKey] = { status: 'pending', error: null, as };
    },
    bulkEnded(state) {
      delete state.saving[bulkKey];
    },
    draftOpened(state, { payload }: PayloadAction<Draft & { id: string }>) {
      state.drafts[payload.id] = payload;
      state.opening = quiet;
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
    /** Which tab writes it. In all others its uploads stand still. */
    draftLockChanged(state, { payload: { key, isMine } }: PayloadAction<{ key: DraftKey; isMine: boolean }>) {
      if (isMine) delete state.elsewhere[key];
      else state.elsewhere[key] = true;
    },
    /** It is stored, given up or thrown away: nothing of it stays here, and its uploads stop. */
    draftClosed: forget,
    /** The same happened in another tab. */
    draftGone: forget,
    /** A new one is stored, though not all of it yet. */
    draftBegun(state, { payload: { key, id } }: PayloadAction<{ key: DraftKey; id: string }>) {
      const draft = state.drafts[key];
      if (draft) draft.begunId = id;
    },
    /** A new one is on its way to be stored; null once it was refused. */
    draftSubmitted(state, { payload: { key, sent } }: PayloadAction<{ key: DraftKey; sent: DraftSubmission | null }>) {
      const draft = state.drafts[key];
      if (draft) draft.sent = sent;
    },
    /** Answers of a poll are stored; its writer may have changed them, or opened another draft, meanwhile. */
    pollStored(state, { payload }: PayloadAction<{ key: DraftKey; options: DraftPoll['options'] }>) {
      for (const [index, option] of (state.drafts[payload.key]?.poll?.options ?? []).entries()) {
        const stored = payload.options[index];
        if (stored?.text === option.text) option.id ??= stored.id;
      }
    },
    /** What was taken out is gone from the stored one too. */
    removalStored(state, { payload: { key, id } }: PayloadAction<{ key: DraftKey; id: string }>) {
      const draft = state.drafts[key];
      if (draft) draft.removed = draft.removed.filter((one) => one.id !== id);
    },
    draftChanged(state, { payload }: PayloadAction<Partial<Draft>>) {
      Object.assign(edit(state), payload);
    },
    /** `file` goes up when its turn comes, unless it was refused before. */
    filePicked(
      state,
      { payload: { slot, draftFile } }: PayloadAction<{ slot: FileSlot; draftFile: DraftFile; file: File }>,
    ) {
      edit(state)[slot].push(draftFile);
    },
    fileChanged(state, { payload: { place, part } }: PayloadAction<{ place: FilePlace; part: Partial<DraftFile> }>) {
      const file = state.drafts[place.key]?.[place.slot].find(({ localId }) => localId === place.localId);
      if (file) Object.assign(file, part);
    },
    fileDescribed(state, { payload }: PayloadAction<{ localId: string; alt: string }>) {
      const file = edit(state).files.find((one) => one.localId === payload.localId);
      if (file) file.alt = payload.alt;
    },
    fileMoved(state, { payload: { from, to } }: PayloadAction<{ from: number; to: number }>) {
      const { files } = edit(state);
      const [file] = files.splice(from, 1);
      if (file) files.splice(to, 0, file);
    },
    fileRemoved(state, { payload: { slot, localId } }: PayloadAction<Omit<FilePlace, 'key'>>) {
      const draft = edit(state);
      const gone = draft[slot].find((one) => one.localId === localId);
      if (gone?.storedId) draft.removed.push({ slot, id: gone.storedId });
      draft[slot] = draft[slot].filter((one) => one.localId !== localId);
    },
    galleriesLoaded(state, { payload }: PayloadAction<{ _id: string; title: string }[]>) {
      state.galleries = payload;
    },
    participantsFound(state, { payload }: PayloadAction<WritingState['found']>) {
      state.found = payload;
    },
    /** `overwrites`: what was changed elsewhere meanwhile is known, and does not count. */
    storeRequested(state, { payload: { as } }: PayloadAction<{ as: StoreAs; overwrites?: boolean }>) {
      if (state.openKey in state.elsewhere) return;
      state.saving[state.openKey] = { status: 'pending', error: null, as };
    },
    storeFailed(state, { payload: { key, error } }: PayloadAction<{ key: DraftKey; error: ApiFailure }>) {
      state.saving[key] = { ...notSaving, status: 'failed', error };
    },
  },
});

export const {
  editorOpened,
  bulkOpened,
  bulkBegun,
  bulkEnded,
  draftOpened,
  draftOpeningFailed,
  draftRestored,
  draftAutosaved,
  draftLockChanged,
  draftClosed,
  draftGone,
  draftBegun,
  draftSubmitted,
  pollStored,
  removalStored,
  draftChanged,
  filePicked,
  fileChanged,
  fileDescribed,
  fileMoved,
  fileRemoved,
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
/** Whether the one that is open is being stored. */
export const selectSaving = ({ studio: { writing } }: StoreState) => writing.saving[writing.openKey] ?? notSaving;

/** Whether another tab writes a draft. */
export const selectIsLockedElsewhere = (key: DraftKey) => (state: StoreState) => key in state.studio.writing.elsewhere;

/** What is new and not stored, while there is something in it. */
export const selectUnfinishedAt =
  (key: DraftKey) =>
  (state: StoreState): Draft | null => {
    const draft = state.studio.writing.drafts[key];
    const isWorth = draft?.isChanged && hasContent(draft) && !(key === bulkKey && isDone(draft));
    return isWorth ? draft : null;
  };

/** Whether each film of many is a video by now. */
const isDone = ({ files }: Draft): boolean => files.every(({ storedId }) => storedId !== null);

/** One file where it stands; undefined once it was taken out. */
export const selectFile =
  ({ key, slot, localId }: FilePlace) =>
  (state: StoreState) =>
    state.studio.writing.drafts[key]?.[slot].find((file) => file.localId === localId);

/** Every file of a draft with its place. */
export const selectFiles = (key: DraftKey) => (state: StoreState) =>
  fileSlots.flatMap((slot) =>
    (state.studio.writing.drafts[key]?.[slot] ?? []).map((file) => ({
      file,
      place: { key, slot, localId: file.localId },
    })),
  );
