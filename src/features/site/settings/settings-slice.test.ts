import { settle, storeForTest } from '../../../../tests/harness/render-with-store';
import { currentUserRequested } from '@/features/identity/auth/session-slice';
import { ApiError } from '@/services/api-error';
import { selectSettings, settingsLoaded, siteStateRequested } from './settings-slice';

const load = (values: object) => {
  const { store } = storeForTest();
  store.dispatch(settingsLoaded(values as Parameters<typeof settingsLoaded>[0]));
  return selectSettings(store.getState());
};

describe('settings', () => {
  it('are the defaults of the specification until the operator’s are loaded', () => {
    expect(selectSettings(storeForTest().store.getState())).toMatchObject({
      freeSubscriptionEnabled: true,
      freeSubscriptionDuration: 1,
      minimumSubscriptionPrice: 2.95,
      maximumSubscriptionPrice: 300,
      monthlySubscriptionPrice: 11.99,
      minimumWalletPrice: 10,
      maximumWalletPrice: 1000,
      minimumTipPrice: 3,
      maximumTipPrice: 400,
      maximumPpvPrice: 400,
      minimumPayoutAmount: 50,
      paymentGateway: 'stripe',
    });
  });

  it('are the operator’s, even if false or zero', () => {
    expect(load({ minimumTipPrice: 0, freeSubscriptionEnabled: false })).toMatchObject({
      minimumTipPrice: 0,
      freeSubscriptionEnabled: false,
      maximumTipPrice: 400,
    });
  });

  it('fall back to the default, one by one, if the operator left them empty', () => {
    expect(load({ minimumTipPrice: null, siteName: '', maximumTipPrice: 50 })).toMatchObject({
      minimumTipPrice: 3,
      maximumTipPrice: 50,
      siteName: expect.stringMatching(/./),
    });
  });

  it('no longer include values that the operator removed', () => {
    const { store } = storeForTest();
    store.dispatch(settingsLoaded({ minimumTipPrice: 7 }));
    store.dispatch(settingsLoaded({}));
    expect(selectSettings(store.getState()).minimumTipPrice).toBe(3);
  });
});

describe('the state of the site in an open page', () => {
  it('is loaded when a page is opened, once for several requests', async () => {
    const { store, calls } = storeForTest({
      answers: { getSettings: () => ({ siteName: 'Harbour' }), checkCountryBlock: () => ({ blocked: true }) },
    });
    store.dispatch(siteStateRequested());
    store.dispatch(siteStateRequested());
    await settle();
    expect(selectSettings(store.getState()).siteName).toBe('Harbour');
    expect(store.getState().settings.countryBlocked).toBe(true);
    expect(calls.map(({ name }) => name)).toEqual(['getSettings', 'checkCountryBlock']);
  });

  it('does not change if the request fails', async () => {
    const { store } = storeForTest({
      answers: {
        getSettings: () => {
          throw new ApiError(0, undefined);
        },
        checkCountryBlock: () => ({ blocked: true }),
      },
    });
    store.dispatch(settingsLoaded({ siteName: 'Harbour' }));
    store.dispatch(siteStateRequested());
    await settle();
    expect(selectSettings(store.getState()).siteName).toBe('Harbour');
    expect(store.getState().settings.countryBlocked).toBe(false);
  });

  it.each([
    ['MAINTENANCE', 503, { maintenanceMode: true, countryBlocked: false }],
    ['COUNTRY_BLOCKED', 403, { maintenanceMode: false, countryBlocked: true }],
    ['FORBIDDEN', 403, { maintenanceMode: false, countryBlocked: false }],
  ])('is correct after a call was rejected with %s', async (error, statusCode, expected) => {
    const { store } = storeForTest({
      user: {},
      answers: {
        getMe: () => {
          throw new ApiError(statusCode, { statusCode, error, message: 'No.' });
        },
      },
    });
    store.dispatch(currentUserRequested());
    await settle();
    const { values, countryBlocked } = store.getState().settings;
    expect({ maintenanceMode: values.maintenanceMode ?? false, countryBlocked }).toEqual(expected);
  });
});
