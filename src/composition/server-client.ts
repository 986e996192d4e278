import type { IncomingMessage } from 'node:http';
import axios, { type AxiosError } from 'axios';
import { Agent } from 'undici';
import { blockRoutes } from '@contract/identity/block-routes';
import { settingsRoutes } from '@contract/site/settings-routes';
import { readInternalApiEndpoint, readPublicApiHost } from '@/config/env';
import { readCookieHeader, TOKEN_COOKIE } from '@/services/cookies';
import { createClient, type CallApi, type HttpLibrary } from '@/services/http-client';
import { createPlainHttp } from './plain-http';

/** Connections to the API are kept open between requests. */
const http = withSecondTry(createPlainHttp(axios.create({ timeout: 10_000 }), new Agent({ connections: 64 })));

/** A server may close a kept connection in the moment it is used again: what only reads is then asked once more. */
function withSecondTry(library: HttpLibrary): HttpLibrary {
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

/** Milliseconds a reply that is the same for every stranger is used again. Settings must be seen within 10 s. */
const sharedForMs = { site: 5_000, visitor: 2_000 };
const maxShared = 200;
const shared = new Map<string, { until: number; reply: Promise<unknown> }>();

function share<T>(key: string, forMs: number, ask: () => Promise<T>): Promise<T> {
  const now = Date.now();
  const known = shared.get(key);
  if (known && known.until > now) return known.reply as Promise<T>;
  // All of a kind live equally long, so the oldest stand near the front; none outlives its time for long.
  for (const [oldest, { until }] of shared) {
    if (until > now && shared.size < maxShared) break;
    shared.delete(oldest);
  }
  const reply = ask();
  shared.set(key, { until: now + forMs, reply });
  // A failure is not worth keeping.
  reply.catch(() => shared.delete(key));
  return reply;
}

export interface ServerClient {
  callApi: CallApi;
  /** Missing for strangers. */
  token: string | undefined;
  /** From now on the calls are a stranger's: the token is dead. */
  forgetToken(): void;
  /** Where the visitor comes from, as passed on to the API. */
  address: string;
}

/**
 * The client for one request to the web server: speaks with the visitor's token and passes the visitor's address on.
 * Replies to strangers are shared for two seconds, those about the site for five.
 */
export function createServerClient(request: IncomingMessage): ServerClient {
  let token = readCookieHeader(request.headers.cookie, TOKEN_COOKIE);
  const address = forwardedFor(request);
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
    return share(key, isSite || isCountry ? sharedForMs.site : sharedForMs.visitor, () =>
      direct(route, input, options),
    );
  };
  const forgetToken = () => {
    token = undefined;
  };
  return { callApi, token, forgetToken, address };
}

function forwardedFor(request: IncomingMessage): string {
  const before = request.headers['x-forwarded-for'];
  const peer = request.socket.remoteAddress ?? '';
  return before ? `${String(before)}, ${peer}` : peer;
}
