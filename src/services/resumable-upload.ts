import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import type { UploadPurpose } from '@contract/base/upload-purposes';
import { publicEnv } from '@/config/env';
import { parseJsonOrText } from '@/lib/parse-json';
import { ApiError } from './api-error';

/** If the connection breaks, at most one chunk is sent twice. */
const CHUNK_BYTES = 8 * 1024 * 1024;

export interface ChunkedUploadOptions {
  file: File;
  purpose: UploadPurpose;
  /** Id from an earlier attempt; null if nothing was sent yet. */
  uploadId: string | null;
  /** Called for each chunk, since a long upload may outlive the current token. */
  getToken(): string | undefined;
  /** Called with the id by which a later attempt can resume. */
  onBegun(uploadId: string): void;
  /** 0..1 */
  onProgress(fraction: number): void;
  signal: AbortSignal;
}

const getUploadsUrl = () => `${publicEnv().apiEndpoint}/files/uploads`;
const getUploadUrl = (uploadId: string) => `${getUploadsUrl()}/${uploadId}`;

const getCommonOptions = (getToken: ChunkedUploadOptions['getToken']): UploadOptions => ({
  // The calling saga decides when to retry.
  retryDelays: null,
  storeFingerprintForResuming: false,
  onBeforeRequest: (request) => request.setHeader('Authorization', getToken() ?? 'null'),
});

/**
 * Sends a file, or the rest of an earlier attempt. Never settles after `signal` aborts.
 * @throws ApiError with status 0 if no response arrived, 404 if the earlier attempt has expired
 */
export function sendInChunks({
  file,
  purpose,
  uploadId,
  getToken,
  onBegun,
  onProgress,
  signal,
}: ChunkedUploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      ...getCommonOptions(getToken),
      // With an endpoint, the library would start over after any rejection.
      ...(uploadId === null ? { endpoint: getUploadsUrl() } : { uploadUrl: getUploadUrl(uploadId) }),
      chunkSize: CHUNK_BYTES,
      metadata: { filename: file.name, filetype: file.type, purpose },
      onUploadUrlAvailable: () => onBegun(getUploadId(upload)),
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
      onSuccess: () => resolve(getUploadId(upload)),
      onError: (error) => reject(toApiError(error)),
    });
    // The upload may have been canceled while this module loaded.
    if (signal.aborted) return;
    signal.addEventListener('abort', () => void upload.abort());
    upload.start();
  });
}

const getUploadId = ({ url }: Upload): string => url?.split('/').at(-1) ?? '';

export async function cancelUpload(uploadId: string, getToken: ChunkedUploadOptions['getToken']): Promise<void> {
  await Upload.terminate(getUploadUrl(uploadId), getCommonOptions(getToken)).catch((error: unknown) => {
    throw toApiError(error);
  });
}

function toApiError(error: unknown): unknown {
  if (!(error instanceof DetailedError)) return error;
  const reply = error.originalResponse;
  return new ApiError(reply?.getStatus() ?? 0, parseJsonOrText(reply?.getBody() ?? ''));
}
