import type { PayloadAction } from '@reduxjs/toolkit';
import type { DraftFile, FilePlace, FileSlot, FileSubmission } from './draft';
import { editDraft, findFile, type WritingState } from './studio-state';
import { uploadReducer, type UploadEvent } from './upload-reducer';

function dropFile(state: WritingState, { key, slot, localId }: FilePlace, storedId: string | null): void {
  const draft = editDraft(state, key);
  if (storedId !== null) draft.removed.push({ slot, id: storedId });
  draft[slot] = draft[slot].filter((one) => one.localId !== localId);
}

interface StoredFile {
  place: FilePlace;
  storedId: string;
  title?: string;
  alt?: string;
}

/** Ignores events about files that no draft lists any more. */
export function reduceUploadEvent(state: WritingState, action: UploadEvent): void {
  const { payload } = action;
  const file = findFile(state, payload.place);
  const upload = file && uploadReducer(file.upload, action);
  if (!file || !upload || upload === file.upload) return;
  file.upload = upload;
  if ('previewUrl' in payload && payload.previewUrl !== undefined) file.previewUrl = payload.previewUrl;
  if (upload.step === 'removed') dropFile(state, payload.place, file.storedId);
}

export const fileReducers = {
  filePicked(
    state: WritingState,
    { payload: { slot, draftFile } }: PayloadAction<{ slot: FileSlot; draftFile: DraftFile; file: File }>,
  ) {
    editDraft(state)[slot].push(draftFile);
  },
  fileTitled(state: WritingState, { payload: { place, title } }: PayloadAction<{ place: FilePlace; title: string }>) {
    const file = findFile(state, place);
    if (file) file.title = title;
  },
  fileSavedOnDevice(
    state: WritingState,
    { payload: { place, isOnDevice } }: PayloadAction<{ place: FilePlace; isOnDevice: boolean }>,
  ) {
    const file = findFile(state, place);
    if (file) file.isOnDevice = isOnDevice;
  },
  filePreviewed(
    state: WritingState,
    { payload: { place, previewUrl } }: PayloadAction<{ place: FilePlace; previewUrl: string }>,
  ) {
    const file = findFile(state, place);
    if (file) file.previewUrl = previewUrl;
  },
  /** `language` is null after a removal. */
  captionsStored(state: WritingState, { payload }: PayloadAction<{ place: FilePlace; language: string | null }>) {
    const file = findFile(state, payload.place);
    if (file) file.captions = payload.language;
  },
  fileSubmitted(
    state: WritingState,
    { payload: { place, sent } }: PayloadAction<{ place: FilePlace; sent: FileSubmission }>,
  ) {
    const file = findFile(state, place);
    if (!file) return;
    file.sent = sent;
    file.refusal = null;
  },
  /** `isAnswered`: the backend itself rejected it, so no item was created. */
  fileRefused(
    state: WritingState,
    {
      payload: { place, refusal, isAnswered },
    }: PayloadAction<{ place: FilePlace; refusal: string | null; isAnswered: boolean }>,
  ) {
    const file = findFile(state, place);
    if (!file) return;
    file.refusal = refusal;
    if (isAnswered) file.sent = null;
  },
  fileStored(state: WritingState, { payload: { place, storedId, title, alt } }: PayloadAction<StoredFile>) {
    const file = findFile(state, place);
    if (!file) return;
    file.storedId = storedId;
    file.sent = null;
    file.refusal = null;
    if (title !== undefined) file.title = title;
    if (alt !== undefined) file.storedAlt = alt;
  },
  fileDescribed(state: WritingState, { payload }: PayloadAction<{ localId: string; alt: string }>) {
    const file = editDraft(state).files.find((one) => one.localId === payload.localId);
    if (file) file.alt = payload.alt;
  },
  fileMoved(state: WritingState, { payload: { from, to } }: PayloadAction<{ from: number; to: number }>) {
    const { files } = editDraft(state);
    const [file] = files.splice(from, 1);
    if (file) files.splice(to, 0, file);
  },
};
