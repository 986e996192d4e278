import { buffers, END, eventChannel, type EventChannel } from 'redux-saga';
import type { Route } from '@contract/define';
import type { EndpointData, EndpointInput, EndpointName } from '@contract/schemas';
import type { CallApi } from '@/services/http-client';

/** What an upload says of itself, in order: how far it is (0..1), then its reply or what went wrong. */
export type UploadStep<Reply> = { progress: number } | { reply: Reply } | { error: unknown };

/**
 * Sends a form and tells its progress. Closing the channel stops the upload.
 *
 * @param route an upload call; its reply comes as the last step.
 */
export function uploadChannel<R extends Route & { name: EndpointName }>(
  callApi: CallApi,
  route: R,
  form: FormData,
  input?: EndpointInput<R['name']>,
): EventChannel<UploadStep<EndpointData<R['name']>>> {
  return eventChannel((emit) => {
    const abort = new AbortController();
    callApi(route, input, { form, signal: abort.signal, onProgress: (progress) => emit({ progress }) })
      .then(
        (reply) => emit({ reply }),
        (error: unknown) => emit({ error }),
      )
      .finally(() => emit(END));
    return () => abort.abort();
  }, buffers.expanding(16));
}
