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
  /** Undefined for pages without options (error pages). */
  page: PageOptions | undefined;
  /** With its query. */
  path: string;
  query: ParsedUrlQuery;
  request: IncomingMessage;
  response: ServerResponse;
}

/** What the app's root renders from on the server; nothing when the answer was sent already. */
interface ServedPage {
  initialState?: Partial<StoreState>;
  store?: AppStore;
}

// A store that lives for one request: freezing every reply in it guards nothing, and the browser's own still does.
setAutoFreeze(false);

const pageCache = createPageCache();
const renderLimiter = createRenderLimiter();

/** Strangers of one country see the same; where the API does not tell countries, those of one address do. */
async function loadVisit({ page, path, request }: PageRequest, { callApi, token, address }: ServerClient) {
  if (!page || token || request.method !== 'GET') return undefined;
  const check = await callApi(blockRoutes.checkCountryBlock).catch(() => undefined);
  if (!check || check.blocked) return undefined;
  const place = toPageCacheKey(path);
  return place === undefined
    ? undefined
    : { key: `${check.country === undefined ? address : check.country} ${place}`, address };
}

/**
 * Loads a page for one request and sets the status of its answer. What a stranger was shown a moment ago is sent to the
 * next one as it is; the API is asked in their name all the same, since it counts visits.
 */
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
    // What a page asks for first is what it is about: that is where visits are counted.
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
  // Who has gone meanwhile gets no page, and would end no turn: a closed answer says so only once.
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
 * On a machine where site and API are both known as `localhost`, its number names another site to a browser: the page would
 * come without the API's pictures.
 *
 * @returns where the page is, for who asks for it by number.
 */
function addressByName({ request, path }: PageRequest): string | undefined {
  const host = request.headers.host ?? '';
  if (!/^(127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)) return undefined;
  const { siteUrl, apiEndpoint } = readPublicEnv();
  const isByName = [siteUrl, apiEndpoint].every((url) => new URL(url).hostname === 'localhost');
  return isByName ? siteUrl + path : undefined;
}

/** More visitors than this machine can render for: a word of text, which costs nothing. */
function sendBusy(response: ServerResponse): void {
  response
    .writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5', 'Cache-Control': 'no-store' })
    .end('Many people are here right now. Please try again in a moment.');
}
