import type { AxiosError, AxiosInstance } from 'axios';
import type { Route } from '@contract/base/define';
import type { EndpointData, EndpointInput, EndpointName } from '@contract/schemas';
import { ApiError, OFFLINE_TEXT, UNSENT_TEXT } from './api-error';

export interface CallOptions {
  /** Marks a money call, so that a repeat of it moves nothing. */
  idempotencyKey?: string;
  /** The revision of the record that the form began from; left out where the backend told none. */
  revision?: number | undefined;
  /** A form for upload calls, in place of the body. */
  form?: FormData;
  /** 0..1 while an upload goes up. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  /** In place of the page's own: to ask whose one is. */
  token?: string;
}

type NamedRoute = Route & { name: EndpointName };

/** The typed client: one function for every call of the contract. */
export type CallApi = <R extends NamedRoute>(
  route: R,
  input?: EndpointInput<R['name']>,
  options?: CallOptions,
) => Promise<EndpointData<R['name']>>;

export interface ClientOptions {
  baseUrl: string;
  /** Whose call it is, asked anew for each. */
  getToken(): string | undefined;
  /** Sent along by the web server: the visitor's address for the country check. */
  headers?: Record<string, string>;
  /** Milliseconds after which a read counts as not answered. What changes something is waited for: only its answer says what came of it. */
  readLimitMs?: number;
  /** The library, or an instance of it. Loaded with the first call, so that pages which only show weigh less. */
  http?: () => Promise<HttpLibrary>;
}

/** What of axios is used. */
export type HttpLibrary = Pick<AxiosInstance, 'request'>;

const loadAxios = async (): Promise<HttpLibrary> => (await import('axios')).default;

/**
 * Makes the client. Calls send JSON and the raw token as `Authorization`; the reply is the envelope's `data`, read into the
 * contract's shape whatever generation of backend sent it.
 *
 * @throws ApiError with the parsed body for a reply outside 2xx, with status 0 when none came.
 * Source: specification 7, wire contract 1.
 */
export function createClient({
  baseUrl,
  getToken,
  headers = {},
  readLimitMs,
  http = loadAxios,
}: ClientOptions): CallApi {
  return async (route, input, options = {}) => {
    const { params, query, body } = (input ?? {}) as { params?: Record<string, string>; query?: object; body?: object };
    const upload = options.form !== undefined;
    // Of the moment of the call: another tab may log somebody else in while the library is fetched.
    const token = options.token ?? getToken() ?? 'null';
    const wasOffline = isOffline();
    try {
      const [client, { readReply }] = await Promise.all([http(), import('./backend/read-reply')]);
      const reply = await client.request<{ data?: unknown } | null>({
        baseURL: baseUrl,
        method: route.method,
        url: fillPath(route.path, params),
        params: query,
        paramsSerializer: { indexes: null },
        // A GET sends nothing; told so by `null`, as it is, axios leaves the content type there. Wire contract 1.4.
        data: options.form ?? body ?? (route.method === 'GET' ? null : {}),
        ...(route.method === 'GET' && { transformRequest: [], ...(readLimitMs && { timeout: readLimitMs }) }),
        headers: {
          ...headers,
          ...(!upload && { 'Content-Type': 'application/json' }),
          Authorization: token,
          ...(options.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
          ...(options.revision !== undefined && { 'If-Match': `"${options.revision}"` }),
        },
        signal: options.signal,
        ...(options.onProgress && {
          onUploadProgress: (event) => options.onProgress?.(event.total ? event.loaded / event.total : 0),
        }),
      });
      return readReply(route.name, reply.data?.data ?? null) as never;
    } catch (error) {
      if (wasOffline && isOffline() && !hasResponseOrCancelled(error)) throw createOfflineError(route);
      if (!isFailedResponse(error)) throw error;
      throw new ApiError(error.response?.status ?? 0, error.response?.data);
    }
  };
}

/** What browsers know by themselves. Node.js has a navigator, too, which does not. */
const isOffline = () => typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine;

/** A reply came, or nobody waits for one any more. The library itself may not have loaded, which is no answer either. */
const hasResponseOrCancelled = (error: unknown): boolean => {
  const { isAxiosError, code, response } = error as Partial<AxiosError>;
  return isAxiosError === true && (response !== undefined || code === 'ERR_CANCELED');
};

/** There was no network when the call was made: it cannot have arrived. */
const createOfflineError = ({ method, changes }: Route) =>
  new ApiError(0, { message: method === 'GET' && !changes ? OFFLINE_TEXT : UNSENT_TEXT });

/** A reply outside 2xx, or none; not a call that was stopped on purpose. */
function isFailedResponse(error: unknown): error is AxiosError {
  const { isAxiosError, code } = error as Partial<AxiosError>;
  return isAxiosError === true && code !== 'ERR_CANCELED';
}

function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_place, name: string) => encodeURIComponent(params[name] ?? ''));
}
