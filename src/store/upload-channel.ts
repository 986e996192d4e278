import { buffers, END, eventChannel, type EventChannel } from 'redux-saga';
import { take } from 'redux-saga/effects';
import type { Route } from '@contract/base/define';
import type { EndpointData, EndpointInput, EndpointName } from '@contract/schemas';
import { mayUploadAgain, toFailure } from '@/services/api-error';
import { fromContext, judgeFailure } from './call-endpoint';

/** What an upload says of itself, in order: how far it is (0..1), then its reply or what went wrong. */
export type UploadStep<Reply> = { progress: number } | { reply: Reply } | { error: unknown };

/** A form on its way. */
export interface Upload<Reply> {
  route: Route;
  /** That it was sent with. */
  token: string | undefined;
  steps: EventChannel<UploadStep<Reply>>;
  /** Stops it. */
  close(): void;
}

/**
 * Sends a form, which `nextStep` tells of.
 *
 * @param route an upload call; its reply comes as the last step.
 */
export function* beginUpload<R extends Route & { name: EndpointName }>(
  route: R,
  form: FormData,
  input?: EndpointInput<R['name']>,
): Generator<unknown, Upload<EndpointData<R['name']>>> {
  const callApi = yield* fromContext('callApi');
  const token = (yield* fromContext('getToken'))();
  const steps = eventChannel<UploadStep<EndpointData<R['name']>>>((emit) => {
    const abort = new AbortController();
    callApi(route, input, { form, signal: abort.signal, onProgress: (progress) => emit({ progress }) })
      .then(
        (reply) => emit({ reply }),
        (error: unknown) => emit({ error }),
      )
      .finally(() => emit(END));
    return () => abort.abort();
  }, buffers.expanding(16));
  return { route, token, steps, close: () => steps.close() };
}

/** Waits for what an upload says next. A failure means for the whole app what that of any call does. */
export function* nextStep<Reply>({ route, token, steps }: Upload<Reply>): Generator<unknown, UploadStep<Reply>> {
  const step = (yield take(steps)) as UploadStep<Reply>;
  if ('error' in step) yield* judgeFailure(route, step.error, token);
  return step;
}

/**
 * Sends a form up to its end; stopped with whoever waits for it.
 *
 * @param onProgress an effect that says how far it is, 0..1.
 * @throws ApiError
 */
export function* sendForm<R extends Route & { name: EndpointName }>(
  route: R,
  form: FormData,
  input: EndpointInput<R['name']> | undefined,
  onProgress: (progress: number) => unknown,
): Generator<unknown, EndpointData<R['name']>> {
  const upload = yield* beginUpload(route, form, input);
  try {
    while (true) {
      const step = yield* nextStep(upload);
      if ('reply' in step) return step.reply;
      if ('error' in step) throw step.error;
      yield onProgress(step.progress);
    }
  } finally {
    upload.close();
  }
}

/** What came of a file: the server's reply, or why not, in words, and whether another try may succeed. */
type Sent<Reply> = { reply: Reply } | { error: string; canRetry: boolean };

/** Sends a file with `sendForm`, and says what came of it. */
export function* sendFile<R extends Route & { name: EndpointName }>(
  route: R,
  file: File,
  onProgress: (progress: number) => unknown,
): Generator<unknown, Sent<EndpointData<R['name']>>> {
  const form = new FormData();
  form.set('file', file);
  try {
    return { reply: yield* sendForm(route, form, undefined, onProgress) };
  } catch (error) {
    return { error: toFailure(error).message, canRetry: mayUploadAgain(error) };
  }
}
