import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { FilePlace } from './draft';
import { getPosition, isSending, REMOVED, UPLOAD_START, type FileUpload } from './upload-step';

type FileEvent<Details = object> = PayloadAction<{ place: FilePlace } & Details>;

const hasFailedToSend = (upload: FileUpload): boolean => upload.step === 'failed' && upload.fileId === null;

const toQueued = (upload: FileUpload): FileUpload => ({ step: 'queued', ...getPosition(upload) });

const hasArrived = (upload: FileUpload, fileId: string): boolean =>
  (upload.step === 'processing' || upload.step === 'ready') && upload.fileId === fileId;

/** Ignores events that do not fit the current step: they are late, from before the file was paused, removed or replaced. */
const uploadSlice = createSlice({
  name: 'upload',
  initialState: (): FileUpload => ({ step: 'queued', ...UPLOAD_START }),
  reducers: {
    queued(upload, _event: FileEvent) {
      const canSend = hasFailedToSend(upload) || ['paused', 'missing', 'held'].includes(upload.step);
      return canSend ? toQueued(upload) : upload;
    },
    rejected(upload, { payload }: FileEvent<{ reason: string; previewUrl: null }>) {
      const isChecked = hasFailedToSend(upload) || ['queued', 'paused', 'missing', 'held'].includes(upload.step);
      if (!isChecked) return upload;
      return { step: 'failed', reason: payload.reason, canRetry: false, fileId: null, ...getPosition(upload) };
    },
    /** The file was found on this device after a reload. Whatever its step says, nothing is uploading it yet. */
    recovered(upload, _event: FileEvent) {
      const isOpen = isSending(upload) || ['queued', 'missing', 'held'].includes(upload.step);
      return isOpen ? toQueued(upload) : upload;
    },
    fileNotFound(upload, _event: FileEvent) {
      const isOpen = isSending(upload) || ['queued', 'paused', 'held'].includes(upload.step);
      return isOpen ? { step: 'missing', ...getPosition(upload) } : upload;
    },
    held(upload, _event: FileEvent) {
      return upload.step === 'queued' ? { step: 'held', progress: null } : upload;
    },
    started(upload, _event: FileEvent) {
      if (upload.step !== 'queued') return upload;
      const position = upload.uploadId === null ? UPLOAD_START : getPosition(upload);
      return { step: 'sending', secondsLeft: null, ...position };
    },
    created(upload, { payload: { uploadId } }: FileEvent<{ uploadId: string }>) {
      return upload.step === 'sending' || upload.step === 'offline' ? { ...upload, uploadId } : upload;
    },
    progressed(
      upload,
      { payload: { progress, secondsLeft } }: FileEvent<{ progress: number; secondsLeft: number | null }>,
    ) {
      return isSending(upload) ? { step: 'sending', secondsLeft, ...getPosition(upload), progress } : upload;
    },
    interrupted(upload, { payload: { reason } }: FileEvent<{ reason: string | null }>) {
      return isSending(upload) ? { step: 'offline', reason, ...getPosition(upload) } : upload;
    },
    expired(upload, _event: FileEvent) {
      return isSending(upload) ? { step: 'sending', secondsLeft: null, ...UPLOAD_START } : upload;
    },
    paused(upload, _event: FileEvent) {
      const canPause = upload.step === 'queued' || isSending(upload);
      return canPause ? { step: 'paused', ...getPosition(upload) } : upload;
    },
    failed(upload, { payload: { reason, canRetry } }: FileEvent<{ reason: string; canRetry: boolean }>) {
      if (!isSending(upload)) return upload;
      const { progress, uploadId } = getPosition(upload);
      return { step: 'failed', reason, canRetry, fileId: null, progress, uploadId: canRetry ? uploadId : null };
    },
    finished(upload, { payload: { fileId, isReady } }: FileEvent<{ fileId: string; isReady: boolean }>) {
      const isOpen = isSending(upload) || upload.step === 'held' || hasArrived(upload, fileId);
      return isOpen ? { step: isReady ? 'ready' : 'processing', fileId } : upload;
    },
    processed(upload, { payload: { fileId } }: FileEvent<{ fileId: string; previewUrl?: string | undefined }>) {
      return hasArrived(upload, fileId) ? { step: 'ready', fileId } : upload;
    },
    processingFailed(
      upload,
      { payload }: FileEvent<{ fileId: string; reason: string; canRetry: boolean; previewUrl?: string | undefined }>,
    ) {
      const { fileId, reason, canRetry } = payload;
      return hasArrived(upload, fileId) ? { step: 'failed', reason, canRetry, fileId, ...UPLOAD_START } : upload;
    },
    processingRetried(upload, _event: FileEvent) {
      if (upload.step !== 'failed' || upload.fileId === null) return upload;
      return { step: 'processing', fileId: upload.fileId };
    },
    deleted(upload, { payload: { fileId, reason } }: FileEvent<{ fileId: string; reason: string }>) {
      if (!hasArrived(upload, fileId)) return upload;
      return { step: 'failed', reason, canRetry: false, fileId: null, ...UPLOAD_START };
    },
    formProgressed(upload, { payload: { progress } }: FileEvent<{ progress: number }>) {
      return upload.step === 'held' ? { step: 'held', progress } : upload;
    },
    formFailed(upload, _event: FileEvent) {
      return upload.step === 'held' ? { step: 'held', progress: null } : upload;
    },
    removed: (_upload, _event: FileEvent) => REMOVED,
  },
});

export const uploadEvents = uploadSlice.actions;
export const uploadReducer = uploadSlice.reducer;

export const isUploadEvent = isAnyOf(...Object.values(uploadEvents));
export type UploadEvent = ReturnType<(typeof uploadEvents)[keyof typeof uploadEvents]>;
