import { render, type RenderResult } from '@testing-library/react';
import type { ReactElement } from 'react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import { Provider } from 'react-redux';
import { abilities, extensionCalls } from '@contract/extensions';
import type { EndpointName } from '@contract/schemas';
import { useLeaveQuestions } from '@/components/states/use-leave-questions';
import { createStore, type AppStore } from '@/composition/create-store';
import { currentUserLoaded, guestDetected, type CurrentUser } from '@/features/identity/auth/session-slice';
import { settingsLoaded } from '@/features/site/settings/settings-slice';
import type { CallApi, CallOptions } from '@/services/http-client';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';

/** What the API would reply to each call, by its name. Throwing an ApiError refuses. A call without an answer fails the test. */
export type Answers = Partial<Record<EndpointName, (input: CallInput, options?: CallOptions) => unknown>>;

export interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

export interface StoreOptions {
  features?: readonly Feature[];
  answers?: Answers;
  /** Who is signed in; a guest when left out. */
  user?: Partial<CurrentUser>;
  /** The auth cookie; by default there is one while somebody is signed in. */
  getToken?: () => string;
  /** The auth cookie where other tabs change it; the page's own token is what it was at first, until it takes another. */
  storedToken?: () => string | undefined;
  /** What the server filled in. */
  preloaded?: Partial<StoreState>;
  /** What the backend says it serves beyond the family: everything, as ours, unless told otherwise. */
  extensions?: readonly string[];
}

export interface StoreForTest {
  store: AppStore;
  /** Every call made so far: the endpoint's name and what it was given. */
  calls: { name: string; input: CallInput; idempotencyKey?: string }[];
  /** Where the sagas went to. */
  visited: string[];
  /** What went out by the socket. */
  emitted: { event: string; payload: unknown }[];
}

const somebody = {
  _id: 'f00000000000000000000001',
  name: 'Ada Fenn',
  username: 'ada',
  avatar: '',
  email: 'ada@example.test',
  isPerformer: false,
  wallet: 24.3,
  balance: 24.3,
  pendingBalance: 0,
};

/** Everything that our own API says it serves beyond the family. */
const ours: readonly string[] = [...abilities, ...extensionCalls, 'orders', 'payouts'];

/** What our own API says of the site, with the settings that a test is about. */
export const ownSettings = (values: Parameters<typeof settingsLoaded>[0]) =>
  settingsLoaded({ extensions: [...ours], ...values });

/** Nothing of one test may go on in the next: what is kept after a pause would be kept on that one's device. */
const running: AppStore[] = [];
afterEach(() => {
  for (const store of running.splice(0)) store.stop();
});

/** Every payment looks into the books before it leaves; without other answers they are empty. */
const emptyBooks: Answers = {
  listCharges: () => ({ data: [], total: 0 }),
  searchTransactions: () => ({ data: [], total: 0 }),
};

/** The app's own store with its sagas running, over an API made of `answers`. */
export function storeForTest({
  features = [],
  answers = {},
  user,
  getToken,
  storedToken,
  preloaded,
  extensions = ours,
}: StoreOptions = {}): StoreForTest {
  const calls: StoreForTest['calls'] = [];
  const visited: string[] = [];
  const emitted: StoreForTest['emitted'] = [];
  const callApi = (async (route, input, options) => {
    const given = (input ?? {}) as CallInput;
    calls.push({ name: route.name, input: given, idempotencyKey: options?.idempotencyKey });
    const answer = answers[route.name] ?? emptyBooks[route.name];
    if (!answer) throw new Error(`no answer for ${route.name}`);
    return (await answer(given, options)) as never;
  }) satisfies CallApi as CallApi;
  const readCookie = storedToken ?? getToken ?? (() => (user ? 'token' : undefined));
  let own = storedToken ? storedToken() : undefined;
  const context = {
    callApi,
    navigate: (path: string) => void visited.push(path),
    getToken: storedToken ? () => own : readCookie,
    cookie: { read: readCookie, adopt: (token: string | undefined) => void (own = token) },
    socket: {
      current: {
        emit: (event: string, payload?: unknown) => void emitted.push({ event, payload }),
        close: () => undefined,
      },
    },
  };
  const store = createStore(context, preloaded);
  running.push(store);
  store.dispatch(settingsLoaded({ ...store.getState().settings.values, extensions: [...extensions] }));
  store.addFeatures(features);
  store.dispatch(user ? currentUserLoaded({ ...somebody, ...user } as CurrentUser) : guestDetected());
  return { store, calls, visited, emitted };
}

/** Lets promises and sagas get on until nothing is left to do at once. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}

export interface RenderedWithStore extends StoreForTest, RenderResult {
  /** What the page's own router was asked for. */
  router: { push: jest.Mock; replace: jest.Mock };
}

/** What the app itself mounts on every page. */
function BeforeLeaving() {
  useLeaveQuestions();
  return null;
}

/** Renders with the app's own store and a router that goes nowhere. */
export function renderWithStore(
  ui: ReactElement,
  options: StoreOptions & { given?: StoreForTest; query?: Record<string, string>; path?: string } = {},
): RenderedWithStore {
  const made = options.given ?? storeForTest(options);
  const path = options.path ?? '/';
  const router = {
    push: jest.fn(() => Promise.resolve(true)),
    replace: jest.fn(() => Promise.resolve(true)),
    prefetch: jest.fn(() => Promise.resolve()),
    events: { on: () => undefined, off: () => undefined, emit: () => undefined },
    route: path,
    pathname: path,
    asPath: path,
    basePath: '',
    query: options.query ?? {},
    isReady: true,
    isFallback: false,
    isLocaleDomain: false,
    isPreview: false,
    back: () => undefined,
    forward: () => undefined,
    reload: () => undefined,
    beforePopState: () => undefined,
  };
  const rendered = render(
    <RouterContext.Provider value={router as unknown as NextRouter}>
      <Provider store={made.store}>
        <BeforeLeaving />
        {ui}
      </Provider>
    </RouterContext.Provider>,
  );
  return { ...rendered, ...made, router };
}
