import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import { blockRoutes } from '@contract/block-routes';
import type { StoreState } from '@/store/state';
import type { AppStore } from './create-store';
import type { PageOptions } from './define-page';
import { loadPage } from './load-page';
import { createPageMemory } from './page-memory';
import { setSecurityHeaders } from './security-headers';
import { createServerClient, type ServerClient } from './server-client';

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

const memory = createPageMemory();

/** Strangers of one country see the same; where the API does not tell countries, those of one address do. */
async function visitOf({ page, path, request }: PageRequest, { callApi, token, address }: ServerClient) {
  if (!page || token || request.method !== 'GET') return undefined;
  const check = await callApi(blockRoutes.checkCountryBlock).catch(() => undefined);
  if (!check || check.blocked) return undefined;
  return { key: `${check.country === undefined ? address : check.country} ${path}`, address };
}

/**
 * Loads a page for one request and sets the status of its answer. What a stranger was shown a moment ago is sent to the
 * next one as it is; the API is asked in their name all the same, since it counts visits.
 */
export async function servePage(asked: PageRequest): Promise<ServedPage> {
  const { page, path, query, response } = asked;
  setSecurityHeaders(response);
  const client = createServerClient(asked.request);
  const visit = await visitOf(asked, client);
  const kept = visit && (await memory.claim(visit, response));
  if (visit && kept) {
    await kept.send(response);
    // What a page asks for first is what it is about: that is where visits are counted.
    if (kept.isNewTo(visit.address)) {
      loadPage(page && { ...page, loadNext: undefined }, path, query, client).catch(() => undefined);
    }
    return {};
  }
  const { store, redirect, isMoved, status } = await loadPage(page, path, query, client);
  const state = store.getState();
  setSecurityHeaders(response, state.settings.values);
  if (redirect) {
    response.writeHead(isMoved ? 301 : 302, { Location: redirect, 'Cache-Control': 'no-store' }).end();
    return {};
  }
  if (status !== 200) response.statusCode = status;
  if (status === 503) response.setHeader('Retry-After', '120');
  return { initialState: state, store: Object.assign(store, { toJSON: () => undefined }) };
}
