import type { Mock } from 'vitest';
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

/** API responses by endpoint. Throw an ApiError to reject a call. A call that is not listed fails the test. */
export type Answers = Partial<Record<EndpointName, (input: CallInput, options?: CallOptions) => unknown>>;

export interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

export interface StoreOptions {
  features?: readonly Feature[];
  answers?: Answers;
  /** A guest by default. */
  user?: Partial<CurrentUser>;
  /** The auth cookie; set by default if there is a user. */
  getToken?: () => string;
  /** The auth cookie after a change by another tab. The page keeps its first token until it reads the cookie again. */
  storedToken?: () => string | undefined;
  preloaded?: Partial<StoreState>;
  /** Extensions that the backend reports; by default all of our own API. */
  extensions?: readonly string[];
}

export interface StoreForTest {
  store: AppStore;
  calls: { name: string; input: CallInput; idempotencyKey?: string }[];
  visited: string[];
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

const ours: readonly string[] = [...abilities, ...extensionCalls, 'orders', 'payouts'];

export const ownSettings = (values: Parameters<typeof settingsLoaded>[0]) =>
  settingsLoaded({ extensions: [...ours], ...values });

/** The payment history, which each payment reads first. Empty by default. */
const emptyBooks: Answers = {
  listCharges: () => ({ data: [], total: 0 }),
  searchTransactions: () => ({ data: [], total: 0 }),
};

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
    const answer = answers[route.name] ?? emptyBooks[route.name];
    // A second after a lost connection, the app polls the server: it would become the last call of a slow test.
    const isPoll = route.name === 'getSettings' && !answer;
    if (!isPoll) calls.push({ name: route.name, input: given, idempotencyKey: options?.idempotencyKey });
    if (!answer) throw new Error(`No answer for ${route.name}: add one to "answers"`);
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
  // A delayed save would write to the storage of the next test.
  onTestFinished(() => store.stop());
  store.dispatch(settingsLoaded({ ...store.getState().settings.values, extensions: [...extensions] }));
  store.addFeatures(features);
  store.dispatch(user ? currentUserLoaded({ ...somebody, ...user } as CurrentUser) : guestDetected());
  return { store, calls, visited, emitted };
}

/** Runs promises, sagas and imports on demand until none is pending. */
export async function settle(): Promise<void> {
  await runTimers();
  await vi.dynamicImportSettled();
  // Code that waited for an import may then read a file.
  await runTimers();
}

/** Kept, because a test may replace the browser's timers. */
const realSetTimeout = globalThis.setTimeout;

async function runTimers(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => realSetTimeout(resolve, 0));
}

export interface RenderedWithStore extends StoreForTest, RenderResult {
  router: { push: Mock; replace: Mock };
}

/** The app mounts this on every page. */
function BeforeLeaving() {
  useLeaveQuestions();
  return null;
}

export function renderWithStore(
  ui: ReactElement,
  options: StoreOptions & { given?: StoreForTest; query?: Record<string, string>; path?: string } = {},
): RenderedWithStore {
  const made = options.given ?? storeForTest(options);
  const path = options.path ?? '/';
  const router = {
    push: vi.fn(() => Promise.resolve(true)),
    replace: vi.fn(() => Promise.resolve(true)),
    prefetch: vi.fn(() => Promise.resolve()),
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
