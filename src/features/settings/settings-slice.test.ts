import { storeForTest } from '../../../tests/harness/render-with-store';
import { selectSettings, settingsLoaded } from './settings-slice';

const load = (values: object) => {
  const { store } = storeForTest();
  store.dispatch(settingsLoaded(values as Parameters<typeof settingsLoaded>[0]));
  return selectSettings(store.getState());
};

describe('settings', () => {
  it("are the specification's until the operator's are here", () => {
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

  it("are the operator's, also where they say no or nothing to pay", () => {
    expect(load({ minimumTipPrice: 0, freeSubscriptionEnabled: false })).toMatchObject({
      minimumTipPrice: 0,
      freeSubscriptionEnabled: false,
      maximumTipPrice: 400,
    });
  });

  it('fall back one by one where the operator left them empty', () => {
    expect(load({ minimumTipPrice: null, siteName: '', maximumTipPrice: 50 })).toMatchObject({
      minimumTipPrice: 3,
      maximumTipPrice: 50,
      siteName: expect.stringMatching(/./),
    });
  });

  it('do not keep what the operator has taken back', () => {
    const { store } = storeForTest();
    store.dispatch(settingsLoaded({ minimumTipPrice: 7 }));
    store.dispatch(settingsLoaded({}));
    expect(selectSettings(store.getState()).minimumTipPrice).toBe(3);
  });
});
