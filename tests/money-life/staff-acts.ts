import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { paymentTransactions } from '../../server/db/schema/money';
import { payoutRequests } from '../../server/db/schema/payouts';
import { refundRequests } from '../../server/db/schema/refunds';
import { reverseTransfer } from '../stripe-double/double-connect';
import { closeDispute, openDispute } from '../stripe-double/double-payments';
import type { Creator, World } from './world';

const DAY_S = 86_400;
const DAYS_PER_DISPUTE = 7;

export async function workAsCreator(world: World, creator: Creator): Promise<void> {
  const as = await world.logIn(creator);
  await workOnOrders(world, as);
  await decideRefunds(world, as);
  if (world.isDrawn(0.3)) await sendPricedMessage(world, as);
  if (world.isDrawn(0.08)) await blockSomebody(world, as);
  await askForMoney(world, creator, as);
}

async function workOnOrders({ app, count, isDrawn }: World, as: string): Promise<void> {
  const { data } = await app.call('searchOrders', { as });
  for (const { _id: id, deliveryStatus } of data.data.slice(0, 5)) {
    const next = { processing: 'shipping', shipping: 'delivered' }[deliveryStatus as string] ?? 'refunded';
    if (!isDrawn(next === 'refunded' ? 0.03 : 0.4)) continue;
    count(`an order is ${next}`, await app.call('updateOrder', { as, params: { id }, body: { deliveryStatus: next } }));
  }
}

async function decideRefunds({ app, count, isDrawn }: World, as: string): Promise<void> {
  const { data } = await app.call('searchReceivedRefunds', { as, query: { state: 'asked' } });
  for (const { _id: id } of data.data) {
    if (!isDrawn(0.3)) continue;
    if (isDrawn(0.5)) count('a refund is granted', await app.call('grantRefund', { as, params: { id } }));
    else count('a refund is refused', await app.call('refuseRefund', { as, params: { id }, body: { answer: 'No.' } }));
  }
}

async function sendPricedMessage({ app, count, pick, fans }: World, as: string): Promise<void> {
  const body = { source: 'user', sourceId: pick(fans).id };
  const { data: conversation } = await app.call('createConversation', { as, body });
  if (!conversation) return;
  const message = { text: 'For you', isSale: true, price: 4 };
  const params = { id: conversation._id };
  count('a priced message is sent', await app.call('sendMessage', { as, params, body: message }));
}

async function blockSomebody({ app, count, pick, isDrawn, fans }: World, as: string): Promise<void> {
  const target = { targetId: pick(fans).id, target: 'user' };
  const reply = await app.call('blockUser', { as, body: { ...target, refundRest: isDrawn(0.7) } });
  count('a fan is blocked', reply);
  count('a fan is unblocked', await app.call('unblockUser', { as, params: { id: target.targetId } }));
}

async function askForMoney(
  { app, count, pick, isDrawn, isDrawnOrFirst }: World,
  creator: Creator,
  as: string,
): Promise<void> {
  const { wallet } = await app.services.wallet.balances(creator.id);
  const { data: list } = await app.call('searchPayoutRequests', { as, query: { status: 'pending' } });
  const [pending] = list.data;
  if (pending && isDrawn(0.4)) {
    const params = { id: pending._id };
    if (isDrawnOrFirst('a payout is withdrawn', 0.5))
      count('a payout is withdrawn', await app.call('withdrawPayoutRequest', { as, params }));
    else
      count('a payout is changed', await app.call('updatePayoutRequest', { as, params, body: { requestTokens: 50 } }));
  }
  if (wallet < 5_000 || !isDrawn(0.4)) return;
  const paymentAccountType = pick(['banking', 'stripe']);
  const body = { source: 'performer', requestTokens: Math.floor(wallet / 100), paymentAccountType };
  count('a payout is requested', await app.call('createPayoutRequest', { as, body }));
}

export async function operate(world: World): Promise<void> {
  const { app, double, admin, done, isDrawn, isDrawnOrFirst } = world;
  const tell = (name: string) => done.set(name, (done.get(name) ?? 0) + 1);
  for (const { id, status, accountType, payoutId } of await app.context.db.select().from(payoutRequests)) {
    if (status === 'pending' && isDrawn(0.3))
      await admin('payouts', ...(isDrawn(0.2) ? ['reject', id, 'Please', 'call'] : ['approve', id]));
    else if (status === 'approved' && accountType === 'banking' && isDrawn(0.5)) await admin('payouts', 'paid', id);
    else if (status === 'done' && isDrawnOrFirst('a payout comes back', 0.15)) {
      tell('a payout comes back');
      if (accountType === 'banking') await admin('payouts', 'returned', id, 'Account', 'closed');
      else reverseTransfer(double.state, payoutId!);
    }
  }
  await payBackWallet(world);
  const asked = eq(refundRequests.state, 'with_operator');
  for (const { id } of await app.context.db.select().from(refundRequests).where(asked)) {
    if (!isDrawn(0.3)) continue;
    tell('an operator decides on a refund');
    // The sale may already have been reversed.
    await admin('refunds', ...(isDrawn(0.5) ? ['grant', id] : ['refuse', id, 'No'])).catch(() => undefined);
  }
}

async function payBackWallet({ app, admin, done, pick, fans, isDrawnOrFirst }: World): Promise<void> {
  const { id } = pick(fans);
  const { wallet } = await app.services.wallet.balances(id);
  if (wallet === 0 || !isDrawnOrFirst('a wallet is paid back', 0.1)) return;
  // All of its top-ups may have been paid back or disputed.
  const reply = await admin('wallet', 'refund', id, String(wallet / 100), 'Asked').catch(() => null);
  if (reply) done.set('a wallet is paid back', (done.get('a wallet is paid back') ?? 0) + 1);
}

/** Disputes a payment every week, and closes disputes after eight days. */
export async function dispute({ app, double, done, pick, isDrawn }: World, day: number): Promise<void> {
  if (day % DAYS_PER_DISPUTE === 0 && day > 0) {
    const disputed = new Set(double.state.list('dispute').map(({ payment_intent: intent }) => intent));
    const isPaid = and(eq(paymentTransactions.status, 'success'), isNotNull(paymentTransactions.gatewayId));
    const paid = await app.context.db
      .select()
      .from(paymentTransactions)
      .where(isPaid)
      .orderBy(asc(paymentTransactions.createdAt), asc(paymentTransactions.id));
    const open = paid.filter(({ gatewayId }) => gatewayId && !disputed.has(gatewayId));
    if (open.length > 0) {
      done.set('a payment is disputed', 1);
      openDispute(double.state, pick(open).gatewayId!);
    }
  }
  for (const { id, status, created } of double.state.list('dispute')) {
    const age = double.state.seconds() - Number(created);
    if (status === 'needs_response' && age > 8 * DAY_S) closeDispute(double.state, id, isDrawn(0.5) ? 'won' : 'lost');
  }
}
