import { delay, race, take } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import { videoRoutes } from '@contract/content/video-routes';
import { isBackOnline } from '@/features/site/ui/ui-slice';
import { isNotFound, toFailure } from '@/services/api-error';
import { callEndpoint } from '@/store/call-endpoint';
import { attemptChunkedUpload, getRetryMs, isTransient } from '@/store/upload-in-parts';

/** Retries without progress for about 20 minutes. */
const MAX_TRIES = 40;

function* pause(error: unknown, tries: number) {
  if (!isTransient(error) || tries >= MAX_TRIES) throw error;
  yield race([delay(getRetryMs(error, tries)), take(isBackOnline)]);
}

/**
 * Uploads a browser's recording despite any number of lost connections, then creates the replay draft with the show's terms.
 * @param streamId an own show that has ended.
 * @param onProgress returns an effect that reports 0..1.
 * @returns the video's id.
 * @throws ApiError if the server rejects it, or cannot be reached for a long time.
 */
export function* uploadReplay(
  file: File,
  streamId: string,
  onProgress: (progress: number) => unknown = () => undefined,
): Generator<unknown, string> {
  const fileId = yield* sendRecording(file, onProgress);
  for (let tries = 0; ; tries += 1) {
    try {
      const body = { streamId, fileId, status: 'draft' } as const;
      return (yield* callEndpoint(videoRoutes.uploadVideo, { body }))._id;
    } catch (error) {
      const made = yield* findReplay(streamId, error);
      if (made) return made;
      yield* pause(error, tries);
    }
  }
}

function* sendRecording(file: File, onProgress: (progress: number) => unknown): Generator<unknown, string> {
  let uploadId: string | null = null;
  let arrived = 0;
  for (let tries = 0; ; tries += 1) {
    const sent = yield* attemptChunkedUpload(
      videoRoutes.uploadVideo,
      { file, purpose: 'performer-video', uploadId },
      {
        begun: (id) => void (uploadId = id),
        progress(progress) {
          if (progress > arrived) tries = 0;
          arrived = progress;
          return onProgress(progress);
        },
      },
    );
    if ('fileId' in sent) return sent.fileId;
    // The server has dropped the unfinished upload, as it does after a day: start again.
    if (uploadId !== null && isNotFound(sent.error) && tries < MAX_TRIES) uploadId = null;
    else yield* pause(sent.error, tries);
  }
}

/** The response to an earlier attempt may have been lost, or the server may have recorded the show itself. */
function* findReplay(streamId: string, error: unknown): Generator<unknown, string | null> {
  const { status, code } = toFailure(error);
  const canBeMade = status === 0 || status >= 500 || code === 'REPLAY_EXISTS' || code === 'INVALID_OR_MISSING_FILE';
  if (!canBeMade) return null;
  try {
    const { replayVideoId } = yield* callEndpoint(streamRoutes.getStreamSummary, { params: { id: streamId } });
    return replayVideoId ?? null;
  } catch {
    return null;
  }
}
