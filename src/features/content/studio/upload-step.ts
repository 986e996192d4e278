/** Where an upload stands that is not complete; it goes on from there after a break. */
export interface UploadPosition {
  /** 0..1 */
  progress: number;
  /** The backend's name of an upload in chunks; null before the first one, and where files go up whole. */
  uploadId: string | null;
}

/**
 * The upload of one file: queued → sending → processing → ready | failed | removed. It may stop on the way and keep its
 * position, or be held until its item is stored, where files cannot go ahead of it.
 */
export type FileUpload =
  | ({ step: 'queued' } & UploadPosition)
  /** `secondsLeft` at the speed so far; null while that is not known. */
  | ({ step: 'sending'; secondsLeft: number | null } & UploadPosition)
  /** Tries again by itself. `reason`: null for a broken connection, else what the server says. */
  | ({ step: 'offline'; reason: string | null } & UploadPosition)
  | ({ step: 'paused' } & UploadPosition)
  /** The browser could not save the file over a reload: its creator has to choose it again. */
  | ({ step: 'missing' } & UploadPosition)
  /** `progress` of the form that it goes up with; null until that is sent. */
  | { step: 'held'; progress: number | null }
  | { step: 'processing'; fileId: string }
  | { step: 'ready'; fileId: string }
  /** `reason`: null when nothing is known of it. With a `fileId` it arrived, and its processing failed. */
  | ({ step: 'failed'; reason: string | null; canRetry: boolean; fileId: string | null } & UploadPosition)
  /** No draft lists the file any more. */
  | { step: 'removed' };

export type UploadStep = FileUpload['step'];

export const UPLOAD_START: UploadPosition = { progress: 0, uploadId: null };
export const REMOVED: FileUpload = { step: 'removed' };

/** Where the upload would go on. */
export const getPosition = (upload: FileUpload): UploadPosition =>
  'uploadId' in upload ? { progress: upload.progress, uploadId: upload.uploadId } : UPLOAD_START;

/** The id of a file that arrived; null for one that did not. */
export const findFileId = ({ upload }: { upload: FileUpload }): string | null =>
  'fileId' in upload ? upload.fileId : null;

/** Whether one of the workers has it. */
export const isSending = ({ step }: FileUpload): boolean => step === 'sending' || step === 'offline';

/** Whether bytes go up now, or will without its creator doing anything. */
export const isMoving = (upload: FileUpload): boolean =>
  upload.step === 'queued' || isSending(upload) || (upload.step === 'held' && upload.progress !== null);
