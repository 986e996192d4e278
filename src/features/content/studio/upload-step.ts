export interface UploadPosition {
  /** Fraction that was sent, 0..1. */
  progress: number;
  /** Id of an upload in chunks; null before the first chunk, and for uploads in one piece. */
  uploadId: string | null;
}

/** queued → sending → processing → ready | failed | removed. `held`: the backend accepts the file only with its item. */
export type FileUpload =
  | ({ step: 'queued' } & UploadPosition)
  /** `secondsLeft` at the current speed; null while unknown. */
  | ({ step: 'sending'; secondsLeft: number | null } & UploadPosition)
  /** Retried automatically. `reason` is null for a broken connection, else the server's message. */
  | ({ step: 'offline'; reason: string | null } & UploadPosition)
  | ({ step: 'paused' } & UploadPosition)
  /** The browser could not save the file across a reload, so the creator has to choose it again. */
  | ({ step: 'missing' } & UploadPosition)
  /** `progress` of the form with the item; null until that is sent. */
  | { step: 'held'; progress: number | null }
  | { step: 'processing'; fileId: string }
  | { step: 'ready'; fileId: string }
  /** `reason` is null if unknown. With a `fileId`, the upload succeeded but processing failed. */
  | ({ step: 'failed'; reason: string | null; canRetry: boolean; fileId: string | null } & UploadPosition)
  /** No draft lists the file any more. */
  | { step: 'removed' };

export type UploadStep = FileUpload['step'];

export const UPLOAD_START: UploadPosition = { progress: 0, uploadId: null };
export const REMOVED: FileUpload = { step: 'removed' };

export const getPosition = (upload: FileUpload): UploadPosition =>
  'uploadId' in upload ? { progress: upload.progress, uploadId: upload.uploadId } : UPLOAD_START;

/** @returns null unless the upload is complete */
export const findFileId = ({ upload }: { upload: FileUpload }): string | null =>
  'fileId' in upload ? upload.fileId : null;

/** Whether an upload worker is handling it. */
export const isSending = ({ step }: FileUpload): boolean => step === 'sending' || step === 'offline';

/** Whether bytes are being sent, or will be without further action by the creator. */
export const isMoving = (upload: FileUpload): boolean =>
  upload.step === 'queued' || isSending(upload) || (upload.step === 'held' && upload.progress !== null);
