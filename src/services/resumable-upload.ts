import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import type { UploadPurpose } from '@contract/base/upload-purposes';
import { publicEnv } from '@/config/env';
import { parseJsonOrText } from '@/lib/parse-json';
import { ApiError } from './api-error';

/** Bytes of a part: what is sent again at most when a connection breaks. */
const CHUNK_BYTES = 8 * 1024 * 1024;

export interface ChunkedUploadOptions {
  file: File;
  purpose: UploadPurpose;
  /** What an earlier try began; null for a file of which nothing was sent. */
  uploadId: string | null;
  /** Read anew for each part: a session may be renewed while a film goes up. */
  getToken(): string | undefined;
  /** The backend has an id for it, by which a later try goes on. */
  onBegun(uploadId: string): void;
  /** 0..1 */
  onProgress(fraction: number): void;
  signal: AbortSignal;
}

const getUploadsUrl = () => `${publicEnv().apiEndpoint}/files/uploads`;
const getUploadUrl = (uploadId: string) => `${getUploadsUrl()}/${uploadId}`;

const getCommonOptions = (getToken: ChunkedUploadOptions['getToken']): UploadOptions => ({
  // Who tries again, and when, is for the caller.
  retryDelays: null,
  storeFingerprintForResuming: false,
  onBeforeRequest: (request) => request.setHeader('Authorization', getToken() ?? 'null'),
});

/**
 * Sends a file in parts, or what is missing of it.
 *
 * @returns the id of the file that came of it; never, once `signal` has stopped it.
 * @throws ApiError as calls do: with status 0 when there was no reply, 404 when what an earlier try began is gone.
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
      // With an address to begin anew, the library would do so after any refusal.
      ...(uploadId === null ? { endpoint: getUploadsUrl() } : { uploadUrl: getUploadUrl(uploadId) }),
      chunkSize: CHUNK_BYTES,
      metadata: { filename: file.name, filetype: file.type, purpose },
      onUploadUrlAvailable: () => onBegun(getUploadId(upload)),
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
      onSuccess: () => resolve(getUploadId(upload)),
      onError: (error) => reject(toApiError(error)),
    });
    // Whoever wanted it may have changed their mind while this code was on its way.
    if (signal.aborted) return;
    signal.addEventListener('abort', () => void upload.abort());
    upload.start();
  });
}

const getUploadId = ({ url }: Upload): string => url?.split('/').at(-1) ?? '';

/** Tells the backend that nobody wants it any more. @throws ApiError */
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
