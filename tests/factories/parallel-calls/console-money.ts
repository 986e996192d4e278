import { fromCents } from '@contract/base/money';
import type { TestCall } from '../../harness/build-test-app';
import { buildOperator } from '../operator';
import { orderOfEach, refundOfEach, requestPayouts, topUp } from './money';
import { AT_ONCE, byStrangers, mapAll, type Plan, type Plans } from './stage';

const asAdmin = byStrangers(({ admin }) => ({ as: admin.token }));

/** On payouts that are in the state they need to be in; by an operator who has just logged in. */
const onPayouts = (make: (id: string) => TestCall, steps: ('approved' | 'done')[] = []): Plan => ({
  async calls(stage) {
    const { token: as } = await buildOperator(stage.app);
    return mapAll(await requestPayouts(stage), async ({ id }) => {
      for (const status of steps) await stage.app.services.payout.decide(id, { status });
      return { as, ...make(id) };
    });
  },
});

const onRefunds = (make: (id: string) => TestCall): Plan => ({
  async calls(stage) {
    const { token: as } = await buildOperator(stage.app);
    return (await refundOfEach(stage)).map(({ id }) => ({ as, ...make(id) }));
  },
});

const onOrders = (make: (id: string) => TestCall): Plan => ({
  async calls(stage) {
    const { token: as } = await buildOperator(stage.app);
    return (await orderOfEach(stage)).map(({ id }) => ({ as, ...make(id) }));
  },
});

/** By an operator who has just logged in, each about the wallet of a fan with a top-up. */
const payBackWallets: Plan = {
  async calls(stage) {
    const { token: as } = await buildOperator(stage.app);
    return mapAll(await stage.people(), async (fan) => {
      await topUp(stage, fan);
      const { wallet } = await stage.app.services.wallet.balances(fan.id);
      return { as, params: { id: fan.id }, body: { expectedBalance: fromCents(wallet), reason: 'Asked' } };
    });
  },
};

export const moneyConsolePlans: Plans = {
  refundWallet: payBackWallets,
  searchPayouts: asAdmin,
  sumPayouts: asAdmin,
  approvePayouts: {
    async calls(stage) {
      const { token: as } = await buildOperator(stage.app);
      return (await requestPayouts(stage)).map(({ id, updatedAt }) => ({
        as,
        body: { payouts: [{ id, updatedAt }] },
      }));
    },
  },
  makeBankFile: onPayouts(() => ({ body: { format: 'csv', isRepeated: true } }), ['approved']),
  rejectPayout: onPayouts((id) => ({ params: { id }, body: { reason: 'No' } })),
  markPayoutPaid: onPayouts((id) => ({ params: { id }, body: {} }), ['approved']),
  returnPayout: onPayouts((id) => ({ params: { id }, body: { reason: 'Closed' } }), ['approved', 'done']),
  searchRefunds: asAdmin,
  getRefund: onRefunds((id) => ({ params: { id } })),
  grantRefundAsOperator: onRefunds((id) => ({ params: { id }, body: {} })),
  refuseRefundAsOperator: onRefunds((id) => ({ params: { id }, body: { answer: 'No' } })),
  searchDisputes: asAdmin,
  searchAllOrders: asAdmin,
  getOrderAsOperator: onOrders((id) => ({ params: { id } })),
  refundOrderAsOperator: onOrders((id) => ({ params: { id }, body: { reason: 'Lost' } })),
  searchPayments: asAdmin,
  getPayment: {
    calls: async (stage) =>
      mapAll(await stage.people(), async (fan) => ({
        as: stage.admin.token,
        params: { id: await topUp(stage, fan) },
      })),
  },
  listReconciliations: asAdmin,
  reconcileDay: {
    answer: '400 PROVIDER_NOT_CONFIGURED',
    calls: ({ admin }) => Array.from({ length: AT_ONCE }, () => ({ as: admin.token, body: { day: '2026-03-01' } })),
  },
};
