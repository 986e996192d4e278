import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import { setAutoFreeze } from 'immer';
import { blockRoutes } from '@contract/identity/block-routes';
import type { StoreState } from '@/store/state';
import { readPublicEnv } from '@/config/env';
import type { AppStore } from './create-store';
import type { PageOptions } from './define-page';
import { loadPage } from './load-page';
import { toPageCacheKey } from './page-cache-key';
import { createPageCache } from './page-cache';
import { createRenderLimiter } from './render-limiter';
import { setSecurityHeaders } from './security-headers';
import { createServerClient, type ServerClient } from './server-client';
import { EXPIRED_TOKEN_COOKIE } from '@/services/cookies';
import { getVisitorNetwork } from './visitor-network';

interface PageRequest {
  page: PageOptions | undefined;
  path: string;
  query: ParsedUrlQuery;
  request: IncomingMessage;
  response: ServerResponse;
}

interface ServedPage {
  initialState?: Partial<StoreState>;
  store?: AppStore;
}

// A store on the server handles one request, so freezing its data protects nothing. The browser still freezes it.
setAutoFreeze(false);

const pageCache = createPageCache();
const renderLimiter = createRenderLimiter();

/** Guests from the same country get the same page, or if the API does not report countries, guests with the same address. */
async function loadVisit({ page, path, request }: PageRequest, { callApi, token, address }: ServerClient) {
  if (!page || token || request.method !== 'GET') return undefined;
  const check = await callApi(blockRoutes.checkCountryBlock).catch(() => undefined);
  if (!check || check.blocked) return undefined;
  const place = toPageCacheKey(path);
  return place === undefined
    ? undefined
    : { key: `${check.country === undefined ? address : check.country} ${place}`, address };
}

/** Guests share a cached page for a moment. The API is still called for each of them, because it counts visits. */
export async function servePage(asked: PageRequest): Promise<ServedPage> {
  const { page, path, query, response } = asked;
  setSecurityHeaders(response);
  const address = addressByName(asked);
  if (address) {
    redirectTo(address, response);
    return {};
  }
  const client = createServerClient(asked.request);
  const visit = await loadVisit(asked, client);
  const kept = visit && (await pageCache.claim(visit, response));
  if (visit && kept) {
    await kept.send(response);
    // These requests make the API count the visit.
    if (kept.isNewTo(visit.address)) {
      loadPage(page && { ...page, loadNext: undefined }, path, query, client).catch(() => undefined);
    }
    return {};
  }
  const endTurn = await renderLimiter.take(getVisitorNetwork(asked.request));
  if (!endTurn) {
    sendBusy(response);
    return {};
  }
  // The visitor has disconnected: `close` will not fire again, so release the slot here.
  if (response.closed) {
    endTurn();
    response.end();
    return {};
  }
  response.once('close', endTurn);
  const { store, hasEnded, redirect, isMoved, status } = await loadPage(page, path, query, client);
  const state = store.getState();
  setSecurityHeaders(response, state.settings.values);
  if (hasEnded) response.appendHeader('Set-Cookie', EXPIRED_TOKEN_COOKIE);
  if (redirect) {
    redirectTo(redirect, response, isMoved ? 301 : 302);
    return {};
  }
  if (status !== 200) response.statusCode = status;
  if (status === 503) response.setHeader('Retry-After', state.settings.isApiAway ? '5' : '120');
  if (status === 503) response.setHeader('Cache-Control', 'no-store');
  return { initialState: state, store: Object.assign(store, { toJSON: () => undefined }) };
}

function redirectTo(address: string, response: ServerResponse, status: 301 | 302 = 302): void {
  response.writeHead(status, { Location: address, 'Cache-Control': 'no-store' }).end();
}

/**
 * If site and API are both configured as `localhost`, browsers consider `127.0.0.1` a different site and block the API's
 * images.
 *
 * @returns the URL to redirect to if the request used an IP address
 */
function addressByName({ request, path }: PageRequest): string | undefined {
  const host = request.headers.host ?? '';
  if (!/^(127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)) return undefined;
  const { siteUrl, apiEndpoint } = readPublicEnv();
  const isByName = [siteUrl, apiEndpoint].every((url) => new URL(url).hostname === 'localhost');
  return isByName ? siteUrl + path : undefined;
}

/** Sends plain text, which takes no rendering. */
function sendBusy(response: ServerResponse): void {
  response
    .writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5', 'Cache-Control': 'no-store' })
    .end('Many people are here right now. Please try again in a moment.');
}
