import { cents, splitCommission, toCents, type Cents } from '@contract/base/money';
import { newId } from '../../server/db/columns';
import {
  coupons,
  earnings,
  paymentCards,
  paymentTransactions,
  purchases,
  subscriptions,
  walletCharges,
} from '../../server/db/schema/money';
import type { Tx } from '../../server/db/transaction';
import type { DemoMovement, DemoSite, DemoSubscription } from '../types';
import { postTransfer } from '../../server/ledger/post-transfer';
import type { TransferCode } from '../../server/ledger/transfers';
import { insertOrder } from './seed-orders';
import { ago, getId, inDays, type SeedContext } from './seed-context';

/** Default commission and holding period. Decisions 2. */
const terms = { commission: 0.2, holdingDays: 7 };
const periodDays = { monthly: 30, yearly: 365 } as const;

type Earned = Extract<DemoMovement, { kind: 'tip' | 'purchase' | 'subscription' }>;

/** Posts every money movement to the ledger, oldest first. */
export async function seedMoney(seed: SeedContext, tx: Tx, site: DemoSite): Promise<void> {
  const cards = await seedCards(seed, tx, site);
  const releases: Release[] = [];
  for (const movement of site.movements) {
    await postReleases(tx, releases, ago(seed, movement.minutesAgo));
    const userId = getId(seed.people, movement.fan);
    switch (movement.kind) {
      case 'top-up':
        await topUp(seed, tx, movement, userId);
        break;
      case 'tip':
      case 'purchase':
        releases.push(await charge(seed, tx, site, movement, userId));
        break;
      case 'subscription':
        releases.push(await subscriptionPayment(seed, tx, movement, userId));
        break;
    }
  }
  await postReleases(tx, releases, seed.now);
  for (const subscription of site.subscriptions) await insertSubscription(seed, tx, site, subscription, cards);
  await seedCoupons(seed, tx);
}

interface Release {
  earningId: string;
  performerId: string;
  net: Cents;
  releaseAt: Date;
}

/** Posts those that are due, in the order of time, so that each entry continues the balance of the one before. */
async function postReleases(tx: Tx, releases: Release[], until: Date): Promise<void> {
  while (releases[0] && releases[0].releaseAt <= until) {
    const { earningId, performerId: ownerId, net, releaseAt } = releases[0];
    releases.shift();
    const postings = [
      { from: { kind: 'pending' as const, ownerId }, to: { kind: 'wallet' as const, ownerId }, amount: net },
    ];
    const key = `release:${earningId}`;
    await postTransfer(tx, { code: 'release', key, subject: earningId, postings, bookedAt: releaseAt });
  }
}

/** A valid coupon and an expired one, both named in the README. */
async function seedCoupons({ now }: SeedContext, tx: Tx): Promise<void> {
  const inYears = (years: number) => new Date(Date.UTC(now.getUTCFullYear() + years, 11, 31, 23, 59, 59));
  await tx
    .insert(coupons)
    .values([
      { code: 'WELCOME20', name: 'Welcome', value: 0.2, usesLeft: 1_000_000, expiredDate: inYears(9) },
      { code: 'LASTYEAR', name: 'Last year', value: 0.5, usesLeft: 1_000_000, expiredDate: inYears(-1) },
    ])
    .onConflictDoNothing();
}

async function seedCards(seed: SeedContext, tx: Tx, site: DemoSite): Promise<Map<string, string>> {
  const payers = new Set(
    site.movements.filter(({ kind }) => kind === 'top-up' || kind === 'subscription').map(({ fan }) => fan),
  );
  const cards = new Map<string, string>();
  for (const fan of payers) {
    const id = newId();
    const year = String(seed.now.getUTCFullYear() + 3);
    cards.set(fan, id);
    await tx.insert(paymentCards).values({
      id,
      userId: getId(seed.people, fan),
      // Looks like a token from the sandbox gateway for its test card 4242, so that demo fans can pay and subscriptions renew.
      token: `card_visa_12${year.slice(2)}_${id}`,
      fingerprint: 'sandbox:visa',
      holderName: site.fans.find((one) => one.username === fan)?.name ?? '',
      brand: 'Visa',
      last4Digits: '4242',
      month: '12',
      year,
      isDefault: true,
    });
  }
  return cards;
}

async function topUp(seed: SeedContext, tx: Tx, { amount, minutesAgo }: DemoMovement, userId: string): Promise<void> {
  const id = await insertTransaction(seed, tx, {
    userId,
    amount,
    minutesAgo,
    target: 'token_package',
    type: 'token_package',
    name: 'Wallet top-up',
  });
  const postings = [{ from: { kind: 'gateway' as const }, to: { kind: 'wallet' as const, ownerId: userId }, amount }];
  const bookedAt = ago(seed, minutesAgo);
  await postTransfer(tx, { code: 'top-up', key: `seed:${id}`, subject: id, postings, bookedAt });
}

async function charge(
  seed: SeedContext,
  tx: Tx,
  site: DemoSite,
  movement: Extract<Earned, { kind: 'tip' | 'purchase' }>,
  userId: string,
): Promise<Release> {
  const performerId = getId(seed.people, movement.creator);
  const at = ago(seed, movement.minutesAgo);
  const id = newId(at.getTime());
  const type = getCode(movement);
  const show = movement.kind === 'tip' ? movement.show : movement.target === 'stream' ? movement.key : undefined;
  const target = movement.kind === 'tip' ? 'performer' : movement.target;
  const targetId = movement.kind === 'tip' ? performerId : getId(seed.items, movement.key);
  await tx.insert(walletCharges).values({
    id,
    userId,
    performerId,
    type,
    target,
    targetId,
    products: [
      { name: type, price: movement.amount / 100, quantity: 1, productType: type, productId: targetId, performerId },
    ],
    originalPrice: movement.amount,
    totalPrice: movement.amount,
    status: 'success',
    ...(show !== undefined && { sessionId: getId(seed.sessions, show) }),
    createdAt: at,
    updatedAt: at,
  });
  if (movement.kind === 'purchase') {
    await tx.insert(purchases).values({ userId, target, targetId, chargeId: id, createdAt: at }).onConflictDoNothing();
    if (movement.target === 'product') await insertOrder(seed, tx, site, { movement, chargeId: id, at });
  }
  return earn(seed, tx, {
    id,
    code: type,
    from: { kind: 'wallet', ownerId: userId },
    movement,
    userId,
    performerId,
    sourceType: target,
    sourceId: targetId,
    type,
    isToken: true,
  });
}

function getCode(movement: Extract<Earned, { kind: 'tip' | 'purchase' }>) {
  if (movement.kind === 'tip') return movement.show === undefined ? 'tip' : 'stream_tip';
  return movement.target === 'stream' ? 'public_chat' : movement.target;
}

async function subscriptionPayment(
  seed: SeedContext,
  tx: Tx,
  movement: Extract<Earned, { kind: 'subscription' }>,
  userId: string,
): Promise<Release> {
  const performerId = getId(seed.people, movement.creator);
  const type = movement.type === 'yearly' ? 'yearly_subscription' : 'monthly_subscription';
  const id = await insertTransaction(seed, tx, {
    ...movement,
    userId,
    performerId,
    target: 'performer',
    type,
    name: 'Subscription',
  });
  return earn(seed, tx, {
    id,
    code: 'subscription',
    from: { kind: 'gateway' },
    movement,
    userId,
    performerId,
    sourceType: 'performer',
    sourceId: performerId,
    type,
    isToken: false,
  });
}

interface Income {
  id: string;
  code: Exclude<TransferCode, 'refund'>;
  from: { kind: 'wallet' | 'gateway'; ownerId?: string };
  movement: Earned;
  userId: string;
  performerId: string;
  sourceType: string;
  sourceId: string;
  type: string;
  isToken: boolean;
}

/** Posts a sale to the creator's pending earnings and to the platform. @returns its release, due or not */
async function earn(seed: SeedContext, tx: Tx, income: Income): Promise<Release> {
  const { id, code, from, movement, performerId } = income;
  const gross = movement.amount;
  const { net, commission } = splitCommission(gross, terms.commission);
  const pending = { kind: 'pending' as const, ownerId: performerId };
  const at = ago(seed, movement.minutesAgo);
  await postTransfer(tx, {
    code,
    key: `seed:${id}`,
    subject: id,
    postings: [
      { from, to: pending, amount: net },
      { from, to: { kind: 'revenue' }, amount: commission },
    ],
    bookedAt: at,
  });
  const releaseAt = ago(seed, movement.minutesAgo - inDays(terms.holdingDays));
  const earningId = newId(at.getTime());
  await tx.insert(earnings).values({
    id: earningId,
    performerId,
    userId: income.userId,
    transactionId: id,
    sourceType: income.sourceType,
    sourceId: income.sourceId,
    type: income.type,
    grossPrice: gross,
    netPrice: net,
    commission,
    siteCommission: terms.commission,
    paymentGateway: income.isToken ? 'system' : 'stripe',
    isToken: income.isToken,
    releaseAt,
    releasedAt: releaseAt <= seed.now ? releaseAt : null,
    createdAt: at,
    updatedAt: at,
  });
  return { earningId, performerId, net, releaseAt };
}

async function insertTransaction(
  seed: SeedContext,
  tx: Tx,
  payment: {
    userId: string;
    performerId?: string;
    amount: Cents;
    minutesAgo: number;
    target: 'token_package' | 'performer';
    type: 'token_package' | 'monthly_subscription' | 'yearly_subscription';
    name: string;
  },
): Promise<string> {
  const at = ago(seed, payment.minutesAgo);
  const id = newId(at.getTime());
  await tx.insert(paymentTransactions).values({
    id,
    userId: payment.userId,
    performerId: payment.performerId,
    target: payment.target,
    targetId: payment.performerId,
    type: payment.type,
    products: [{ name: payment.name, price: payment.amount / 100, quantity: 1, productType: payment.type }],
    originalPrice: payment.amount,
    totalPrice: payment.amount,
    status: 'success',
    cardLabel: { brand: 'Visa', last4Digits: '4242' },
    gatewayId: `pi_demo_${id}`,
    key: `seed:${id}`,
    bookedAt: at,
    createdAt: at,
    updatedAt: at,
  });
  return id;
}

async function insertSubscription(
  seed: SeedContext,
  tx: Tx,
  site: DemoSite,
  demo: DemoSubscription,
  cards: Map<string, string>,
): Promise<void> {
  const creator = site.creators.find((one) => one.username === demo.creator);
  if (!creator) throw new Error(`No demo creator has the username "${demo.creator}"`);
  const started = ago(seed, inDays(demo.startedDaysAgo));
  const length = demo.type === 'free' ? (creator.trialDays ?? 1) : periodDays[demo.type];
  const periods = demo.type === 'free' ? 1 : Math.floor(demo.startedDaysAgo / length) + 1;
  const expiredAt = new Date(started.getTime() + periods * inDays(length) * 60_000);
  const price =
    demo.type === 'free' ? cents(0) : toCents(demo.type === 'yearly' ? creator.yearlyPrice : creator.monthlyPrice);
  await tx.insert(subscriptions).values({
    userId: getId(seed.people, demo.fan),
    performerId: getId(seed.people, demo.creator),
    subscriptionType: demo.type,
    status: demo.autoRenew ? 'active' : 'deactivated',
    paymentGateway: demo.type === 'free' ? 'system' : 'stripe',
    price,
    cardId: cards.get(demo.fan),
    startRecurringDate: started,
    nextRecurringDate: demo.autoRenew && demo.type !== 'free' ? expiredAt : null,
    expiredAt,
    usedFreeSubscription: demo.type === 'free',
    cancelledAt: demo.autoRenew ? null : seed.now,
    createdAt: started,
    updatedAt: started,
  });
}
