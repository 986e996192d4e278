import { buffers, END, eventChannel } from 'redux-saga';
import { take } from 'redux-saga/effects';
import type { Route } from '@contract/base/define';
import type { EndpointData, EndpointInput, EndpointName } from '@contract/schemas';
import { canRetryUpload, toFailure } from '@/services/api-error';
import type { CallOptions } from '@/services/http-client';
import { fromContext, handleCallFailure } from './call-endpoint';

/**
 * Runs work that reports progress; canceling the saga aborts it.
 *
 * @param route the call that the work makes: its failures are handled like those of any call
 * @param onReport returns the effect for a report
 * @throws what `start` throws
 */
export function* runWithProgress<Report, Reply>(
  route: Route,
  start: (emitReport: (report: Report) => void, signal: AbortSignal) => Promise<Reply>,
  onReport: (report: Report) => unknown,
): Generator<unknown, Reply> {
  const token = (yield* fromContext('getToken'))();
  type Step = { report: Report } | { reply: Reply } | { error: unknown };
  const steps = eventChannel<Step>((emit) => {
    const abort = new AbortController();
    start((report) => emit({ report }), abort.signal)
      .then(
        (reply) => emit({ reply }),
        (error: unknown) => emit({ error }),
      )
      .finally(() => emit(END));
    return () => abort.abort();
  }, buffers.expanding(16));
  try {
    while (true) {
      const step = (yield take(steps)) as Step;
      if ('reply' in step) return step.reply;
      if ('error' in step) {
        yield* handleCallFailure(route, step.error, token);
        throw step.error;
      }
      yield onReport(step.report);
    }
  } finally {
    steps.close();
  }
}

/** @param onProgress returns the effect for a progress of 0..1 @throws ApiError */
export function* sendForm<R extends Route & { name: EndpointName }>(
  route: R,
  form: FormData,
  input: EndpointInput<R['name']> | undefined,
  onProgress: (progress: number) => unknown,
  { revision }: Pick<CallOptions, 'revision'> = {},
): Generator<unknown, EndpointData<R['name']>> {
  const callApi = yield* fromContext('callApi');
  return yield* runWithProgress(
    route,
    (emitProgress: (progress: number) => void, signal) =>
      callApi(route, input, { form, signal, onProgress: emitProgress, revision }),
    onProgress,
  );
}

type Sent<Reply> = { reply: Reply } | { error: string; canRetry: boolean };

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
    return { error: toFailure(error).message, canRetry: canRetryUpload(error) };
  }
}
