export interface UploadPosition {
  /** 0..1 */
  progress: number;
  /** Id of an upload in chunks; null before the first chunk, and for whole uploads. */
  uploadId: string | null;
}

/** queued → sending → processing → ready | failed | removed. `held`: the backend accepts the file only with its item. */
export type FileUpload =
  | ({ step: 'queued' } & UploadPosition)
  /** `secondsLeft` at the current speed; null while unknown. */
  | ({ step: 'sending'; secondsLeft: number | null } & UploadPosition)
  /** Retried automatically. `reason`: null for a broken connection, else the server's message. */
  | ({ step: 'offline'; reason: string | null } & UploadPosition)
  | ({ step: 'paused' } & UploadPosition)
  /** The browser could not save the file across a reload: the creator has to choose it again. */
  | ({ step: 'missing' } & UploadPosition)
  /** `progress` of the item's form; null until that is sent. */
  | { step: 'held'; progress: number | null }
  | { step: 'processing'; fileId: string }
  | { step: 'ready'; fileId: string }
  /** `reason`: null if unknown. A `fileId` means that the upload succeeded and processing failed. */
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

/** Whether a worker has it. */
export const isSending = ({ step }: FileUpload): boolean => step === 'sending' || step === 'offline';

/** Whether bytes are being sent, or will be without action of the creator. */
export const isMoving = (upload: FileUpload): boolean =>
  upload.step === 'queued' || isSending(upload) || (upload.step === 'held' && upload.progress !== null);
