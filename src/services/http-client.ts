import type { AxiosError, AxiosInstance } from 'axios';
import type { Route } from '@contract/base/define';
import type { EndpointData, EndpointInput, EndpointName } from '@contract/schemas';
import { ApiError, OFFLINE_TEXT, UNSENT_TEXT } from './api-error';

export interface CallOptions {
  /** Marks a money call, so that a retry cannot move money again. */
  idempotencyKey?: string;
  /** Revision of the record when the form was opened; undefined if the backend sent none. */
  revision?: number | undefined;
  form?: FormData;
  /** Upload progress, 0..1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  /** Used instead of the page's token, to look up the account of another token. */
  token?: string;
}

type NamedRoute = Route & { name: EndpointName };

export type CallApi = <R extends NamedRoute>(
  route: R,
  input?: EndpointInput<R['name']>,
  options?: CallOptions,
) => Promise<EndpointData<R['name']>>;

export interface ClientOptions {
  baseUrl: string;
  /** Called before each request. */
  getToken(): string | undefined;
  /** Sent by the web server: the visitor's address, for the country check. */
  headers?: Record<string, string>;
  /** Time limit in milliseconds for reads only: the outcome of a write is known only from its response. */
  readLimitMs?: number;
  /** Loads axios or an instance with the first call, to keep it out of read-only pages. */
  http?: () => Promise<HttpLibrary>;
}

export type HttpLibrary = Pick<AxiosInstance, 'request'>;

const loadAxios = async (): Promise<HttpLibrary> => (await import('axios')).default;

/**
 * Sends JSON and the raw token as `Authorization`; returns the envelope's `data`, converted to the contract's types.
 * @throws ApiError with the parsed body for a status outside 2xx, with status 0 if no response arrived. Specification 7, wire
 * contract 1.
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
    // Read before axios loads: meanwhile, another tab may log in to another account.
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
        // axios sets the content type of a GET only for a `null` body without transforms. Wire contract 1.4.
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

/** Node.js has a `navigator` too, but without `onLine`. */
const isOffline = () => typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine;

/** Also false if axios itself failed to load. */
const hasResponseOrCancelled = (error: unknown): boolean => {
  const { isAxiosError, code, response } = error as Partial<AxiosError>;
  return isAxiosError === true && (response !== undefined || code === 'ERR_CANCELED');
};

const createOfflineError = ({ method, changes }: Route) =>
  new ApiError(0, { message: method === 'GET' && !changes ? OFFLINE_TEXT : UNSENT_TEXT });

function isFailedResponse(error: unknown): error is AxiosError {
  const { isAxiosError, code } = error as Partial<AxiosError>;
  return isAxiosError === true && code !== 'ERR_CANCELED';
}

function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_place, name: string) => encodeURIComponent(params[name] ?? ''));
}
