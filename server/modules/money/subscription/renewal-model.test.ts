import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { buildCard, byDefaultCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { paymentCards, paymentTransactions, platformSubscriptions, subscriptions } from '../../../db/schema/money';
import { createSandboxPayments } from '../../../gateways/payment-sandbox';
import { createOfflineTax } from '../../../gateways/tax';

const HOUR_MS = 3600 * 1000;
const address = { line1: 'Rue 1', city: 'Lyon', region: '', postalCode: '69000', country: 'FR' };

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(() => begin('2026-01-31T10:00:00Z'));
afterEach(async () => expect(await listProblems(app)).toEqual([]));
afterAll(() => app.close());

let goodCard: string;
let badCard: string;

/** Builds a creator, and a fan with one card that pays and one that is declined. */
async function begin(at: string): Promise<void> {
  app.clock.set(at);
  app.context.gateways.payment = createSandboxPayments(app.context.db, app.clock.now);
  app.context.gateways.tax = createOfflineTax();
  creator = await buildPerformer(app, { isFreeSubscription: true, freeSubscriptionDays: 3 });
  fan = await buildUser(app);
  goodCard = (await buildCard(app, fan)).id;
  badCard = (await buildCard(app, fan, { code: 'declinedLater', isDefault: false })).id;
}

/** A kind of subscription, as used through the API. */
interface Kind {
  subscribe(plan: Plan, as: string): Promise<unknown>;
  read(): Promise<Row | null>;
}

type Plan = 'free' | 'monthly' | 'yearly';

interface Row {
  id: string;
  status: string;
  nextRecurringDate: Date | null;
  expiredAt: Date | null;
}

const kinds: Record<'creator' | 'platform', Kind> = {
  creator: {
    subscribe: (type, as) =>
      app.call('subscribePerformer', { as, body: { performerId: creator.id, type, address, cardId: goodCard } }),
    async read() {
      const [row] = await app.context.db.select().from(subscriptions).where(eq(subscriptions.userId, fan.id));
      return row ?? null;
    },
  },
  platform: {
    subscribe: (_plan, as) => app.call('subscribePlatform', { as, body: { address, cardId: goodCard } }),
    async read() {
      const { db } = app.context;
      const [row] = await db.select().from(platformSubscriptions).where(eq(platformSubscriptions.userId, fan.id));
      return row ?? null;
    },
  },
};

/** Runs the background jobs that run every few minutes. Ignores failures, since the schedule repeats the jobs. */
async function work(): Promise<void> {
  for (const job of ['settle-payments', 'renew-subscriptions'] as const)
    await app.jobs.run(job, {}).catch(() => undefined);
  await app.jobs.drain().catch(() => undefined);
}

async function isUnderWay(): Promise<boolean> {
  const rows = await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.userId, fan.id));
  return rows.some(({ status }) => status === 'processing' || status === 'require_authentication');
}

/** Asserts that a subscription is paid, will be retried, or has ended, as `npm run verify` does. */
async function expectSettled(kind: Kind): Promise<void> {
  expect(await listProblems(app, app.clock.now())).toEqual([]);
  const row = await kind.read();
  if (!row || (await isUnderWay())) return;
  const now = app.clock.now();
  const isPaid = row.expiredAt !== null && row.expiredAt > now;
  const hasNextTry = row.nextRecurringDate !== null && row.nextRecurringDate > now;
  const isTrial = row.nextRecurringDate === null;
  switch (row.status) {
    case 'deactivated':
      expect(row.nextRecurringDate).toBeNull();
      break;
    case 'past_due':
      expect({ hasNextTry }).toEqual({ hasNextTry: true });
      break;
    default:
      expect({ isPaid, hasNextTry: hasNextTry || isTrial }).toEqual({ isPaid: true, hasNextTry: true });
  }
}

const steps = {
  'wait an hour': async () => app.clock.advance({ hours: 1 }),
  'wait a day': async () => app.clock.advance({ days: 1 }),
  'wait five days': async () => app.clock.advance({ days: 5 }),
  'jump 45 days': async () => app.clock.advance({ days: 45 }),
  'go to the renewal': async (kind: Kind) => goToRenewal(kind),
  'the background works': () => work(),
  cancel: (_kind: Kind, as: string, id: string) =>
    app.call('cancelSubscription', { as, params: { type: 'stripe', id } }),
  resume: (_kind: Kind, as: string, id: string) =>
    app.call('resumeSubscription', { as, params: { type: 'stripe', id } }),
  'subscribe monthly': (kind: Kind, as: string) => kind.subscribe('monthly', as),
  'subscribe yearly': (kind: Kind, as: string) => kind.subscribe('yearly', as),
  'start a trial': (kind: Kind, as: string) => kind.subscribe('free', as),
  'change to the good card': (_kind: Kind, as: string, id: string) => changeCard(as, id, goodCard),
  'change to the bad card': (_kind: Kind, as: string, id: string) => changeCard(as, id, badCard),
  'the gateway stops answering': async () => {
    app.context.gateways.payment = {
      ...app.context.gateways.payment,
      charge: () => Promise.reject(new Error('silence')),
    };
  },
  'the gateway answers': async () => {
    app.context.gateways.payment = createSandboxPayments(app.context.db, app.clock.now);
  },
  'the tax table is gone': async () => {
    app.context.gateways.tax = {
      takesAddress: false,
      reports: null,
      readRate: () => Promise.reject(new Error('no table')),
    };
  },
  'the tax table is back': async () => {
    app.context.gateways.tax = createOfflineTax();
  },
} satisfies Record<string, (kind: Kind, as: string, id: string) => Promise<unknown>>;

type Step = keyof typeof steps;

const changeCard = (as: string, id: string, cardId: string) =>
  app.call('changeSubscriptionCard', { as, params: { type: 'stripe', id }, body: { cardId } });

async function goToRenewal(kind: Kind): Promise<void> {
  const next = (await kind.read())?.nextRecurringDate;
  if (next && next > app.clock.now()) app.clock.set(new Date(next.getTime() + HOUR_MS));
}

/** Asserts that a subscription is settled after a series of steps, and that it ends once no card pays any more. */
async function expectSettledAfter(kind: Kind, history: readonly Step[]): Promise<void> {
  await kind.subscribe('monthly', await app.services.session.open(fan.id));
  for (const name of history) {
    const row = await kind.read();
    await steps[name](kind, await app.services.session.open(fan.id), row?.id ?? 'f'.repeat(24));
    // This holds after each step, even before the background jobs have run.
    expect(await listProblems(app)).toEqual([]);
    if (name === 'the background works') await expectSettled(kind);
  }
  await steps['the gateway answers']();
  await steps['the tax table is back']();
  app.clock.advance({ minutes: 2 });
  await work();
  await expectSettled(kind);
  await app.context.db.delete(paymentCards).where(eq(paymentCards.userId, fan.id));
  await goToRenewal(kind);
  for (let day = 0; day < 9; day += 1) {
    await work();
    app.clock.advance({ days: 1 });
  }
  await work();
  const end = await kind.read();
  expect(end?.status).toBe('deactivated');
}

describe.each(Object.entries(kinds))('M-20: a subscription (%s)', (_name, kind) => {
  /** Series of steps that once left a subscription running without payment. */
  it.each<[string, Step[]]>([
    [
      'that failed and was canceled and resumed',
      [
        'change to the bad card',
        'go to the renewal',
        'the background works',
        'cancel',
        'resume',
        'the background works',
      ],
    ],
    [
      'that was canceled during a charge and resumed after the decline',
      [
        'change to the bad card',
        'go to the renewal',
        'the gateway stops answering',
        'the background works',
        'cancel',
        'the gateway answers',
        'wait an hour',
        'the background works',
        'resume',
        'the background works',
      ] as Step[],
    ],
    [
      'that was due while no tax could be computed',
      ['the tax table is gone', 'go to the renewal', 'the background works', 'wait five days', 'the background works'],
    ],
    [
      'that was resumed repeatedly with a declined card',
      [
        'change to the bad card',
        'go to the renewal',
        'the background works',
        'cancel',
        'resume',
        'the background works',
        'cancel',
        'resume',
        'the background works',
        'cancel',
        'resume',
        'the background works',
        'cancel',
        'resume',
        'the background works',
      ] as Step[],
    ],
  ])('%s is paid, will be retried, or has ended', (_story, history) => expectSettledAfter(kind, history), 60_000);

  it('is charged immediately when it is resumed with a good card', async () => {
    const as = () => app.services.session.open(fan.id);
    await kind.subscribe('monthly', await as());
    const { id } = (await kind.read()) ?? { id: '' };
    await changeCard(await as(), id, badCard);
    await goToRenewal(kind);
    await work();
    await steps.cancel(kind, await as(), id);
    await changeCard(await as(), id, goodCard);
    await steps.resume(kind, await as(), id);
    await app.jobs.drain();
    const row = await kind.read();
    expect(row?.status).toBe('active');
    expect(row?.expiredAt?.toISOString()).toBe('2026-03-31T23:59:59.999Z');
  });

  it('is paid, will be retried, or has ended after any series of steps', async () => {
    const history = fc.array(fc.constantFrom(...(Object.keys(steps) as Step[])), { minLength: 3, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(history, async (list) => {
        await begin('2026-01-31T10:00:00Z');
        // The background jobs run after each resume.
        await expectSettledAfter(
          kind,
          list.flatMap((step): Step[] => (step === 'resume' ? [step, 'the background works'] : [step])),
        );
      }),
      { numRuns: 12 },
    );
  }, 300_000);
});

describe('M-20: a renewal that throws', () => {
  it('is postponed, and the other subscriptions are renewed', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => buildUser(app)));
    await Promise.all(others.map((one) => buildCard(app, one)));
    const subscribe = async (who: BuiltPerson, wishes = {}) => {
      const body = { performerId: creator.id, type: 'monthly', ...(await byDefaultCard(app, who)), ...wishes };
      return app.call('subscribePerformer', { as: who.token, body });
    };
    for (const one of others) await subscribe(one);
    await subscribe(fan, { address });
    await steps['the tax table is gone']();
    app.clock.set('2026-02-28T10:05:00Z');
    await expect(app.jobs.run('renew-subscriptions', {})).rejects.toThrow('1 of 2 failed');
    const rows = await app.context.db.select().from(subscriptions).where(eq(subscriptions.performerId, creator.id));
    const renewed = rows.filter(({ expiredAt }) => expiredAt?.toISOString() === '2026-03-31T23:59:59.999Z');
    expect(renewed.map(({ userId }) => userId).toSorted()).toEqual(others.map(({ id }) => id).toSorted());
    const waiting = rows.find(({ userId }) => userId === fan.id);
    expect(waiting).toMatchObject({ status: 'active', nextRecurringDate: new Date('2026-02-28T11:05:00Z') });
    await steps['the tax table is back']();
    app.clock.set('2026-02-28T11:06:00Z');
    await work();
    expect(await kinds.creator.read()).toMatchObject({
      status: 'active',
      expiredAt: new Date('2026-03-31T23:59:59.999Z'),
    });
  });
});

describe('M-20: the renewals of one run', () => {
  it('are charged concurrently, four at a time', async () => {
    const others = await Promise.all(Array.from({ length: 9 }, () => buildUser(app)));
    await Promise.all(others.map((one) => buildCard(app, one)));
    for (const one of others) {
      const body = { performerId: creator.id, type: 'monthly', ...(await byDefaultCard(app, one)) };
      await app.call('subscribePerformer', { as: one.token, body });
    }
    const real = app.context.gateways.payment;
    let open = 0;
    let most = 0;
    app.context.gateways.payment = {
      ...real,
      async charge(request) {
        open += 1;
        most = Math.max(most, open);
        // Long enough for the other renewals of the batch to get here.
        await new Promise((resolve) => setTimeout(resolve, 200));
        open -= 1;
        return real.charge(request);
      },
    };
    app.clock.set('2026-02-28T10:05:00Z');
    await app.jobs.run('renew-subscriptions', {});
    expect(most).toBe(4);
    const rows = await app.context.db.select().from(subscriptions).where(eq(subscriptions.performerId, creator.id));
    expect(rows.map(({ expiredAt }) => expiredAt?.toISOString())).toEqual(
      Array.from({ length: 9 }, () => '2026-03-31T23:59:59.999Z'),
    );
  });
});
