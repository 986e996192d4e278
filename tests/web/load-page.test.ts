import { getLayout } from '@/composition/guards';
import { loadPage } from '@/composition/load-page';
import { paymentFeature, charges as chargeList } from '@/features/money/payment/payment-feature';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import type { CallApi } from '@/services/http-client';
import { setClock } from '../harness/clock/set-clock';
import { howBusy } from '../harness/how-busy';

const ada = { _id: 'f1', name: 'Ada', username: 'ada', email: 'ada@example.test', isPerformer: false, wallet: 5 };

async function loadAs(token: string | undefined, path: string, getMe: () => unknown = () => ada) {
  const callApi = (async (route) => {
    if (route.name === 'getMe') return getMe();
    return route.name === 'checkCountryBlock' ? { blocked: false } : {};
  }) as CallApi;
  const { store, redirect } = await loadPage({ layout: 'blank', noredirect: true }, path, {}, { callApi, token });
  return { redirect, said: selectToasts(store.getState()).map(({ text }) => text) };
}
const dead = (status: number) => () => {
  throw new ApiError(status, {});
};

describe('a page loaded with an invalid token', () => {
  it.each([401, 403])(
    'shows a notice while waiting for verification and at the login, for status %i',
    async (status) => {
      const at = async (path: string) => (await loadAs('dead', path, dead(status))).said;
      expect(await at('/auth/verification?email=a')).toEqual(['Your token is expired, please reload a page']);
      expect(await at('/auth/login?returnTo=%2Fhome')).toEqual(['Please login!']);
      expect(await at('/creator')).toEqual([]);
    },
  );

  it('shows no notice to guests and to those who are logged in', async () => {
    for (const path of ['/auth/login', '/auth/verification']) {
      expect((await loadAs(undefined, path)).said).toEqual([]);
      expect((await loadAs('alive', path)).said).toEqual([]);
    }
  });
});

it('showing a notice does not delay the page', async () => {
  const start = performance.now();
  const { said } = await loadAs('dead', '/auth/login', dead(401));
  expect(said).toEqual(['Please login!']);
  expect(performance.now() - start).toBeLessThan(2_000 * howBusy());
});

describe('R-9: a page loaded while the API is unavailable', () => {
  const page = { layout: 'primary', authenticate: true } as const;
  const loadOver = async (fails: (name: string) => ApiError | undefined) => {
    const callApi = (async (route) => {
      const failure = fails(route.name);
      if (failure) throw failure;
      return route.name === 'getMe' ? ada : {};
    }) as CallApi;
    const { store, redirect, status } = await loadPage(page, '/home', {}, { callApi, token: 'alive' });
    return { redirect, status, layout: getLayout(page, '/home', store.getState()) };
  };

  it.each([
    ['does not respond', new ApiError(0, undefined)],
    ['has no database', new ApiError(503, { error: 'UNAVAILABLE' })],
    ['restarts behind a proxy', new ApiError(502, '<html>')],
  ])('is the outage page, with 503 and without a redirect to the login, when the API %s', async (_how, failure) => {
    expect(await loadOver(() => failure)).toEqual({ redirect: undefined, status: 503, layout: 'outage' });
    const some = await loadOver((name) => (name === 'getMe' ? failure : undefined));
    expect(some).toEqual({ redirect: undefined, status: 503, layout: 'outage' });
  });

  it.each([
    ['fails', new ApiError(500, { message: "Cannot read properties of undefined (reading 'id')" })],
    ['is rate-limited', new ApiError(429, { message: 'Too Many Requests' })],
    ['takes too long', new ApiError(503, { error: 'TOO_SLOW' })],
  ])('is the outage page when getMe %s', async (_how, failure) => {
    const some = await loadOver((name) => (name === 'getMe' ? failure : undefined));
    expect(some).toEqual({ redirect: undefined, status: 503, layout: 'outage' });
  });

  it('is the maintenance page if the API says so', async () => {
    const { layout } = await loadOver(() => new ApiError(503, { error: 'MAINTENANCE' }));
    expect(layout).toBe('maintenance');
  });

  it('is rendered if only one call was too slow', async () => {
    const slow = await loadOver((name) =>
      name === 'checkCountryBlock' ? new ApiError(503, { error: 'TOO_SLOW' }) : undefined,
    );
    expect(slow.layout).toBe('primary');
  });
});

describe('an endpoint that the backend does not have', () => {
  const page = {
    layout: 'blank',
    noredirect: true,
    features: [paymentFeature],
    load: () => [chargeList.requested({})],
  } as const;
  const charges = { data: [], total: 0 };

  /** @param hold delays the end of the page load. @returns whether it called listCharges */
  async function load(answer: () => unknown, hold?: Promise<void>): Promise<boolean> {
    let asked = false;
    const callApi = (async ({ name }) => {
      if (name === 'getSettings') await hold;
      if (name === 'getMe') return ada;
      if (name !== 'listCharges') return name === 'checkCountryBlock' ? { blocked: false } : charges;
      asked = true;
      return answer();
    }) as CallApi;
    await loadPage(page, '/wallet', {}, { callApi, token: 'alive' });
    return asked;
  }
  const unknown = (message: string) => () => {
    throw new ApiError(404, { statusCode: 404, message, error: 'Not Found' });
  };

  it('is tried again after ten minutes, even under constant load', async () => {
    setClock('2031-03-01T10:00:00Z');
    expect(await load(unknown('Cannot GET /wallet/charges/search'))).toBe(true);
    setClock('2031-03-01T10:09:59Z');
    let goOn = () => {};
    const long = load(() => charges, new Promise((resolve) => (goOn = resolve)));
    setClock('2031-03-01T10:10:01Z');
    expect(await load(() => charges)).toBe(true);
    goOn();
    expect(await long).toBe(false);
    expect(await load(() => charges)).toBe(true);
  });

  it('is not confused with an endpoint that responds with 404', async () => {
    setClock('2031-03-02T10:00:00Z');
    expect(await load(unknown('Account not found'))).toBe(true);
    expect(await load(() => charges)).toBe(true);
  });
});
