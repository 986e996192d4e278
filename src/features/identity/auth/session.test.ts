import { messageRoutes } from '@contract/conversation/message-routes';
import { ApiError } from '@/services/api-error';
import { siteStateRequested } from '@/features/site/settings/settings-slice';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { handleCallFailure, unauthorized } from '@/store/call-endpoint';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { sessionFeature } from './session-feature';
import {
  balanceChanged,
  currentUserRequested,
  loginRequested,
  logoutRequested,
  selectCurrentUser,
  selectIsLoggedIn,
  selectLogin,
  selectPendingLogin,
  type CurrentUser,
  type LoginRequest,
} from './session-slice';

const ada = { _id: 'f1', name: 'Ada', username: 'ada', email: 'ada@example.test', isPerformer: false, wallet: 5 };
const refuse = (status: number, body?: unknown) => () => {
  throw new ApiError(status, body);
};
const request: LoginRequest = { way: 'password', username: 'ada', password: 'secret1', remember: true };

function start(answers: Answers, user?: Partial<CurrentUser>) {
  return storeForTest({ answers: { getMe: () => ada, ...answers }, user });
}

/** Watches cookie writes, because `document.cookie` does not reveal how long a cookie lives. */
function watchCookies() {
  return vi.spyOn(document, 'cookie', 'set');
}

beforeEach(() => {
  document.body.innerHTML = '<script id="public-env" type="application/json">{"clientPasswordHash":false}</script>';
  window.history.replaceState(null, '', '/');
  document.cookie = 'token=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT';
});

describe('logging in', () => {
  it.each([
    [true, 365],
    [false, 1],
  ])('with remember %s, keeps the token for %i days', async (remember, days) => {
    const cookies = watchCookies();
    const { store, calls, visited } = start({ login: () => ({ token: 'abc' }) });
    store.dispatch(loginRequested({ ...request, remember }));
    await settle();
    const written = cookies.mock.calls.map(([cookie]) => cookie).find((cookie) => cookie.startsWith('token=abc'));
    const expires = new Date(/expires=([^;]+)/.exec(written ?? '')?.[1] ?? '').getTime();
    expect(Math.round((expires - Date.now()) / 86_400_000)).toBe(days);
    expect(calls[0]).toMatchObject({
      name: 'login',
      input: { body: { username: 'ada', password: 'secret1', remember } },
    });
    expect(selectIsLoggedIn(store.getState())).toBe(true);
    expect(visited).toEqual(['/home']);
  });

  it('returns to the page that the visitor came from', async () => {
    const { store, visited } = start({ login: () => ({ token: 'abc' }) });
    store.dispatch(loginRequested({ ...request, returnTo: '/post/7' }));
    await settle();
    expect(visited).toEqual(['/post/7']);
  });

  it('leaves a visitor where they went during a slow log-in, and says that it is done', async () => {
    let arrive: (() => void) | undefined;
    const { store, visited } = start({
      login: () => new Promise((resolve) => (arrive = () => resolve({ token: 'abc' }))),
    });
    window.history.replaceState(null, '', '/auth/login');
    store.dispatch(loginRequested(request));
    await settle();
    window.history.replaceState(null, '', '/noor');
    arrive?.();
    await settle();
    expect(selectIsLoggedIn(store.getState())).toBe(true);
    expect(visited).toEqual([]);
    expect(selectToasts(store.getState()).map(({ text }) => text)).toEqual(['You are logged in.']);
  });

  it.each([
    ['a rejection', refuse(403, { statusCode: 403, error: 'TWO_STEP_REQUIRED', message: 'A code is needed' })],
    ['a response without a token', () => ({ twoStepRequired: true })],
    ['an empty response', () => null],
  ])('asks for the second step after %s, and continues with the code', async (_what, first) => {
    const { store, calls } = start({
      login: (input) => (input.body?.['verificationCode'] ? { token: 'abc' } : first()),
    });
    store.dispatch(loginRequested(request));
    await settle();
    expect(selectPendingLogin(store.getState())).toEqual(request);
    expect(selectLogin(store.getState())).toEqual({ status: 'idle', error: null });
    store.dispatch(loginRequested({ ...request, verificationCode: '123456' }));
    await settle();
    expect(calls.filter(({ name }) => name === 'login').at(-1)?.input.body).toMatchObject({
      verificationCode: '123456',
    });
    expect(selectIsLoggedIn(store.getState())).toBe(true);
    expect(selectPendingLogin(store.getState())).toBeNull();
  });

  it('keeps the second step open when its code is wrong', async () => {
    const { store } = start({
      login: ({ body }) =>
        body?.['verificationCode']
          ? refuse(422, { error: 'INVALID_VERIFICATION_CODE', message: 'This code is wrong' })()
          : null,
    });
    store.dispatch(loginRequested(request));
    await settle();
    store.dispatch(loginRequested({ ...request, verificationCode: '0' }));
    await settle();
    expect(selectPendingLogin(store.getState())).toEqual(request);
    expect(selectLogin(store.getState()).error?.message).toBe('This code is wrong');
  });

  it.each([
    ['the message of the server', refuse(422, { message: 'This account is closed' }), 'This account is closed'],
    [
      'our own words for wrong credentials',
      refuse(422, { error: 'INCORRECT_CREDENTIALS', message: 'Incorrect credentials!' }),
      'Email or password is not right. Try again, or reset your password.',
    ],
    ['the specification’s message for a response without one', refuse(400, {}), 'Incorrect credentials!'],
    ['the general message without a response', refuse(0), 'Something went wrong, please try again later'],
  ])('shows, if it fails, %s', async (_what, login, text) => {
    const { store } = start({ login });
    store.dispatch(loginRequested(request));
    await settle();
    expect(selectLogin(store.getState())).toMatchObject({ status: 'failed', error: { message: text } });
    expect(selectIsLoggedIn(store.getState())).toBe(false);
  });

  it('makes one call, however often the button is pressed', async () => {
    const { store, calls } = start({ login: () => ({ token: 'abc' }) });
    store.dispatch(loginRequested(request));
    store.dispatch(loginRequested(request));
    await settle();
    expect(calls.filter(({ name }) => name === 'login')).toHaveLength(1);
  });
});

describe('other login methods', () => {
  const ways: [LoginRequest, string, object][] = [
    [
      { way: 'phone', phone: '+447400123456', code: '123456', remember: true },
      'loginWithPhone',
      { phone: '+447400123456', code: '123456', remember: true },
    ],
    [
      { way: 'google', tokenId: 'jwt', role: 'user', remember: true },
      'loginWithGoogle',
      { tokenId: 'jwt', role: 'user', remember: true },
    ],
    [
      {
        way: 'twitter',
        oauth_verifier: 'v',
        oauthToken: 't',
        oauthTokenSecret: 's',
        role: 'performer',
        remember: true,
      },
      'finishTwitterLogin',
      { oauth_verifier: 'v', oauthToken: 't', oauthTokenSecret: 's', role: 'performer', remember: true },
    ],
  ];

  it.each(ways)('ask for the second step and continue with its code: %j', async (way, name, body) => {
    const { store, calls, visited } = start({
      [name]: ({ body: sent }: { body?: Record<string, unknown> }) =>
        sent?.['verificationCode']
          ? { token: 'abc' }
          : refuse(403, { error: 'TWO_STEP_REQUIRED', message: 'A code' })(),
    });
    store.dispatch(loginRequested(way));
    await settle();
    const pending = selectPendingLogin(store.getState());
    expect(pending).toEqual(way);
    store.dispatch(loginRequested({ ...way, verificationCode: '123456' }));
    await settle();
    expect(calls.filter((call) => call.name === name).map(({ input }) => input.body)).toEqual([
      body,
      { ...body, verificationCode: '123456' },
    ]);
    expect(selectIsLoggedIn(store.getState())).toBe(true);
    expect(visited).toEqual(['/home']);
  });
});

describe('logging out', () => {
  it.each([
    ['the server accepts it', () => ({})],
    ['the server does not support the call', refuse(404)],
  ])('empties the store and opens the login page if %s', async (_what, logout) => {
    document.cookie = 'token=abc; path=/';
    const { store, visited } = start({ logout }, {});
    store.dispatch(logoutRequested());
    await settle();
    expect(document.cookie).not.toContain('token=');
    expect(selectCurrentUser(store.getState())).toBeNull();
    expect(visited).toEqual(['/auth/login']);
  });

  it('does not wait for an unresponsive server', async () => {
    vi.useFakeTimers();
    document.cookie = 'token=abc; path=/';
    const { store, visited } = start({ logout: () => new Promise(() => undefined) }, {});
    store.dispatch(logoutRequested());
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    expect(document.cookie).not.toContain('token=');
    expect(visited).toEqual(['/auth/login']);
  });

  it('is not shown as a session that ended, although pending requests fail', async () => {
    const ended: (() => void)[] = [];
    const dead = () => new Promise((_resolve, reject) => void ended.push(() => reject(new ApiError(401, undefined))));
    const { store, visited } = start({ getMe: dead, logout: dead }, {});
    store.dispatch(currentUserRequested());
    store.dispatch(logoutRequested());
    await settle();
    for (const end of ended) {
      end();
      await settle();
    }
    expect(ended).toHaveLength(2);
    expect(visited).toEqual(['/auth/login']);
    expect(selectToasts(store.getState())).toEqual([]);
  });
});

describe('requests pending during a logout', () => {
  it('do not log the account in again', async () => {
    document.cookie = 'token=abc; path=/';
    let arrive = (_user: unknown) => {};
    const getMe = () => new Promise((resolve) => void (arrive = resolve));
    const { store, visited } = start({ getMe, logout: () => ({}) }, {});
    store.dispatch(currentUserRequested());
    store.dispatch(logoutRequested());
    await settle();
    arrive(ada);
    await settle();
    expect(selectIsLoggedIn(store.getState())).toBe(false);
    expect(visited).toEqual(['/auth/login']);
  });
});

describe('a login or logout in another tab', () => {
  it('reloads the page if it was for another account', async () => {
    window.history.replaceState(null, '', '/wallet?tab=2');
    const { store, visited } = start({ getMe: () => ({ ...ada, _id: 'f2', name: 'Bo' }) }, {});
    store.dispatch(currentUserRequested());
    await settle();
    expect(selectCurrentUser(store.getState())).toBeNull();
    expect(visited).toEqual(['/wallet?tab=2&notice=other-account']);
  });

  it.each([
    ['/auth/login?returnTo=%2Fwallet', ['/wallet']],
    ['/auth/login', ['/home']],
    ['/miraokafor', []],
  ])('logs in the guest, and leaves the login page: %s', async (page, way) => {
    window.history.replaceState(null, '', page);
    const { store, visited } = storeForTest({ answers: { getMe: () => ada }, storedToken: () => 'new' });
    store.dispatch(currentUserRequested());
    await settle();
    expect(selectIsLoggedIn(store.getState())).toBe(true);
    expect(visited).toEqual(way);
  });

  it('loads the account when the page becomes visible, but only if the token has changed', async () => {
    let token = 'first';
    const { store, calls } = storeForTest({
      answers: {
        getMe: () => ({ ...ada, _id: 'f00000000000000000000001' }),
        getSettings: () => ({}),
        checkCountryBlock: () => ({ blocked: false }),
      },
      user: {},
      storedToken: () => token,
    });
    const asked = () => calls.filter(({ name }) => name === 'getMe').length;
    store.dispatch(siteStateRequested());
    await settle();
    expect(asked()).toBe(0);
    token = 'second';
    store.dispatch(siteStateRequested());
    await settle();
    expect(asked()).toBe(1);
    store.dispatch(siteStateRequested());
    await settle();
    expect(asked()).toBe(1);
  });

  it.each([
    ['it is another account’s, so the page reloads', 'f2', '/wallet?notice=other-account'],
    ['it is the same account’s, so the session continues', 'f00000000000000000000001', undefined],
  ])('leads to a check of the new token if the earlier one is rejected: %s', async (_what, newcomer, address) => {
    document.cookie = 'token=later; path=/';
    window.history.replaceState(null, '', '/wallet');
    let token = 'former';
    const used: (string | undefined)[] = [];
    const { store, visited } = storeForTest({
      answers: {
        getMe: (_input, options) => {
          used.push(options?.token);
          return { ...ada, _id: newcomer };
        },
        countUnread: refuse(401),
      },
      user: {},
      storedToken: () => token,
    });
    token = 'later';
    store.runSaga(function* press(): Generator<unknown, void> {
      yield* handleCallFailure(messageRoutes.countUnread, new ApiError(401, {}), 'former');
    });
    await settle();
    expect(used).toEqual(['later']);
    expect(visited).toEqual(address === undefined ? [] : [address]);
    expect(selectIsLoggedIn(store.getState())).toBe(address === undefined);
    expect(document.cookie).toContain('token=later');
  });

  it('logs out here if it was a logout', async () => {
    document.cookie = 'token=; path=/; max-age=0';
    window.history.replaceState(null, '', '/wallet');
    const { store, visited } = storeForTest({ user: {}, getToken: () => '' });
    store.dispatch(currentUserRequested());
    await settle();
    expect(selectCurrentUser(store.getState())).toBeNull();
    expect(visited).toEqual(['/wallet']);
    expect(selectToasts(store.getState()).map(({ text }) => text)).toEqual(['You logged out in another tab.']);
  });
});

describe('the end of a session', () => {
  const toasts = (store: ReturnType<typeof start>['store']) => selectToasts(store.getState()).map(({ text }) => text);

  it('opens the page again without the token, so that its guard redirects to the login page', async () => {
    document.cookie = 'token=abc; path=/';
    window.history.replaceState(null, '', '/user/account?tab=2');
    const { store, visited } = start({ getMe: refuse(401) }, {});
    store.dispatch(currentUserRequested());
    await settle();
    expect(visited).toEqual(['/user/account?tab=2']);
    expect(toasts(store)).toContain('Please login!');
    expect(selectIsLoggedIn(store.getState())).toBe(false);
    expect(document.cookie).not.toContain('token=');
  });

  it('by a logout in another tab gives that as the reason', async () => {
    document.cookie = 'token=; path=/; max-age=0';
    window.history.replaceState(null, '', '/wallet');
    const { store, visited } = start({}, {});
    store.dispatch(unauthorized());
    await settle();
    expect(visited).toEqual(['/wallet']);
    expect(toasts(store)).toEqual(['You logged out in another tab.']);
  });

  it('shows only one notice, even if other requests fail, too', async () => {
    document.cookie = 'token=abc; path=/';
    window.history.replaceState(null, '', '/messages');
    const { store } = start({ getMe: refuse(403, { error: 'Forbidden', message: 'Forbidden resource' }) }, {});
    store.dispatch(currentUserRequested());
    await settle();
    store.runSaga(function* late(): Generator<unknown, void> {
      yield* handleCallFailure(messageRoutes.listConversations, new ApiError(403, { error: 'Forbidden' }), undefined);
    });
    await settle();
    expect(toasts(store)).toEqual(['Please login!']);
  });

  it('does not end a new session that has begun', async () => {
    let token = 'former';
    let end = () => {};
    const getMe = () => new Promise((_resolve, reject) => void (end = () => reject(new ApiError(401, undefined))));
    const { store, visited } = storeForTest({ answers: { getMe }, user: {}, getToken: () => token });
    store.dispatch(currentUserRequested());
    await settle();
    token = 'later';
    end();
    await settle();
    expect(visited).toEqual([]);
    expect(toasts(store)).toEqual([]);
  });

  it('leaves the verification page open, with a notice that the token has expired', async () => {
    window.history.replaceState(null, '', '/auth/verification');
    const { store, visited } = start({}, {});
    store.dispatch(unauthorized());
    await settle();
    expect(visited).toEqual([]);
    expect(toasts(store)).toEqual(['Your token is expired, please reload a page']);
  });

  it('leaves other auth pages open', async () => {
    window.history.replaceState(null, '', '/auth/reset-password');
    const { store, visited } = start({}, {});
    store.dispatch(unauthorized());
    await settle();
    expect(visited).toEqual([]);
  });

  it('turns the viewer into a guest if the reply to the invalid token is a 403', async () => {
    const { store, visited } = start({ getMe: refuse(403) }, {});
    store.dispatch(currentUserRequested());
    await settle();
    expect(selectIsLoggedIn(store.getState())).toBe(false);
    expect(visited).toEqual(['/']);
  });

  it('is not assumed if a gateway replies with its own page', async () => {
    document.cookie = 'token=abc; path=/';
    const { store, visited } = start({ getMe: refuse(403, '<html>Checking your browser</html>') }, {});
    store.dispatch(currentUserRequested());
    await settle();
    expect(document.cookie).toContain('token=abc');
    expect(selectIsLoggedIn(store.getState())).toBe(true);
    expect(visited).toEqual([]);
  });

  it('is not assumed after a server error', async () => {
    const { store } = start({ getMe: refuse(500) }, {});
    store.dispatch(currentUserRequested());
    await settle();
    expect(selectIsLoggedIn(store.getState())).toBe(true);
    expect(toasts(store)).toEqual(['Something went wrong, please try again later']);
  });
});

describe('the balance of the account', () => {
  const hear = (name: string, payload: object, user = {}) => {
    const { store } = start({}, { wallet: 10, pendingBalance: 2, ...user });
    const action = sessionFeature.socket?.[name]?.(payload as never, name);
    if (action) store.dispatch(action);
    const { wallet, pendingBalance } = selectCurrentUser(store.getState()) ?? {};
    return { wallet, pendingBalance };
  };

  it.each([
    ['adds a change to the wallet', { token: 0.1 }, { wallet: 10.1, pendingBalance: 2 }],
    ['adds a pending change to the pending balance', { token: 3, pending: true }, { wallet: 10, pendingBalance: 5 }],
    [
      'takes absolute amounts where they are sent',
      { token: 3, balance: 7, pendingBalance: 1 },
      { wallet: 7, pendingBalance: 1 },
    ],
  ])('%s', (_what, payload, after) => {
    expect(hear('update_balance', payload)).toEqual(after);
  });

  it('is zero if the server sends zero', () => {
    expect(hear('update_balance', { token: -10, balance: 0 }).wallet).toBe(0);
    expect(hear('balance_update', { balance: 0 }).wallet).toBe(0);
  });

  it('has no rounding errors', () => {
    const { store } = start({}, { wallet: 0.1 });
    store.dispatch(balanceChanged({ walletDelta: 0.2 }));
    expect(selectCurrentUser(store.getState())?.wallet).toBe(0.3);
  });
});
