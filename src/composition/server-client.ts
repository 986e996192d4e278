import type { IncomingMessage } from 'node:http';
import axios, { type AxiosError } from 'axios';
import { Agent } from 'undici';
import { blockRoutes } from '@contract/identity/block-routes';
import { settingsRoutes } from '@contract/site/settings-routes';
import { readInternalApiEndpoint, readPublicApiHost } from '@/config/env';
import { readCookieHeader, TOKEN_COOKIE } from '@/services/cookies';
import { createClient, type CallApi, type HttpLibrary } from '@/services/http-client';
import { createPlainHttp } from './plain-http';

const http = withRetry(createPlainHttp(axios.create({ timeout: 10_000 }), new Agent({ connections: 64 })));

/** Sends a failed GET once more: a server can close an idle connection just as it is reused. */
function withRetry(library: HttpLibrary): HttpLibrary {
  return {
    async request(config) {
      try {
        return await library.request(config);
      } catch (error) {
        const { code } = error as AxiosError;
        const isCut = code === 'ECONNRESET' || code === 'EPIPE';
        if (!isCut || config.method?.toUpperCase() !== 'GET') throw error;
        return library.request(config);
      }
    },
  };
}

/** Lifetimes of responses that guests share: changed settings must show within 10 s. */
const SHARED_FOR_MS = { site: 5_000, visitor: 2_000 };
const MAX_SHARED = 200;
const shared = new Map<string, { until: number; reply: Promise<unknown> }>();

function fetchShared<T>(key: string, forMs: number, ask: () => Promise<T>): Promise<T> {
  const now = Date.now();
  const known = shared.get(key);
  if (known && known.until > now) return known.reply as Promise<T>;
  // Entries of a kind have the same lifetime, so expired ones are near the front.
  for (const [oldest, { until }] of shared) {
    if (until > now && shared.size < MAX_SHARED) break;
    shared.delete(oldest);
  }
  const reply = ask();
  shared.set(key, { until: now + forMs, reply });
  reply.catch(() => shared.delete(key));
  return reply;
}

export interface ServerClient {
  callApi: CallApi;
  token: string | undefined;
  dropToken(): void;
  /** `X-Forwarded-For` header with the visitor's address, as sent to the API. */
  address: string;
}

/** A GET without a visitor, for addresses outside of the contract. @returns undefined if the API does not respond in time */
export async function askAddress(url: string, timeout: number): Promise<{ status: number; data: unknown } | undefined> {
  try {
    const { status, data } = await http.request<unknown>({
      baseURL: readInternalApiEndpoint(),
      url,
      method: 'GET',
      timeout,
    });
    return { status, data };
  } catch (error) {
    const { response } = error as AxiosError;
    return response && { status: response.status, data: response.data };
  }
}

/**
 * Sends the visitor's token and address to the API. Guests share responses for two seconds, and everyone shares those about the
 * site for five.
 */
export function createServerClient(request: IncomingMessage): ServerClient {
  let token = readCookieHeader(request.headers.cookie, TOKEN_COOKIE);
  const address = getForwardedFor(request);
  const publicHost = readPublicApiHost();
  const direct = createClient({
    baseUrl: readInternalApiEndpoint(),
    getToken: () => token,
    headers: { 'x-forwarded-for': address, ...(publicHost !== undefined && { host: publicHost }) },
    http: async () => http,
  });
  const callApi: CallApi = (route, input, options) => {
    const isSite = route.name === settingsRoutes.getSettings.name;
    const isCountry = route.name === blockRoutes.checkCountryBlock.name;
    if (route.method !== 'GET' || (token && !isSite && !isCountry)) return direct(route, input, options);
    const key = isSite ? route.name : `${route.name} ${JSON.stringify(input ?? {})} ${address}`;
    return fetchShared(key, isSite || isCountry ? SHARED_FOR_MS.site : SHARED_FOR_MS.visitor, () =>
      direct(route, input, options),
    );
  };
  const dropToken = () => {
    token = undefined;
  };
  return { callApi, token, dropToken, address };
}

function getForwardedFor(request: IncomingMessage): string {
  const before = request.headers['x-forwarded-for'];
  const peer = request.socket.remoteAddress ?? '';
  return before ? `${String(before)}, ${peer}` : peer;
}
