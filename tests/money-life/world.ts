import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { performers } from '../../server/db/schema/accounts';
import { runAdmin } from '../factories/operator';
import { buildProduct } from '../factories/assets';
import { buildCoupon, buildSale } from '../factories/money';
import { buildPerformer, type BuiltPerformer } from '../factories/performer';
import { buildUser, type BuiltPerson } from '../factories/user';
import type { TestApp, TestReply } from '../harness/build-test-app';
import { setAccountReady } from '../stripe-double/double-connect';
import type { StripeDouble } from '../stripe-double/stripe-double';

export interface Fan extends BuiltPerson {
  cards: string[];
  addressId: string;
}

export interface Creator extends BuiltPerformer {
  posts: string[];
  productId: string;
}

/** Random acts, which are the same in each run with the same seed. */
export type World = Awaited<ReturnType<typeof buildWorld>>;

export async function buildWorld(
  app: TestApp,
  double: StripeDouble,
  { seed, fans: fanCount, creators: creatorCount }: { seed: number; fans: number; creators: number },
) {
  let state = seed;
  const random = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  /** Number of successes by act. If an act never succeeds, the simulated year proves nothing about it. */
  const done = new Map<string, number>();
  let acts = 0;
  const fans: Fan[] = [];
  const creators: Creator[] = [];
  for (let index = 0; index < creatorCount; index += 1) creators.push(await makeCreator(app, double));
  for (let index = 0; index < fanCount; index += 1) fans.push(await makeFan(app));
  const coupon = await buildCoupon(app, { usesLeft: 1_000, expiredDate: new Date('2099-01-01T00:00:00Z') });
  return {
    app,
    double,
    fans,
    creators,
    couponCode: coupon.code,
    done,
    getActs: () => acts,
    pick: <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!,
    isDrawn: (share: number) => random() < share,
    /** True until the act has succeeded once, so that rare acts also happen in a short run. */
    isDrawnOrFirst: (act: string, share: number) => random() < share || !done.has(act),
    /** Opens a new session each time, because the clock moves beyond the day that a session lasts. */
    logIn: ({ id }: { id: string }) => app.services.session.open(id),
    admin: (...args: string[]) => runAdmin(app, ...args),
    /** Counts an act. Rejections are expected, failures throw. @returns whether it succeeded */
    count(name: string, { status, body }: Pick<TestReply<'getMe'>, 'status' | 'body'>): boolean {
      if (status >= 500) throw new Error(`${name}: ${JSON.stringify(body)}`);
      acts += 1;
      if (status === 200) done.set(name, (done.get(name) ?? 0) + 1);
      return status === 200;
    },
  };
}

async function makeCreator(app: TestApp, double: StripeDouble): Promise<Creator> {
  const person = await buildPerformer(app, { isFreeSubscription: true, freeSubscriptionDays: 3 });
  const posts: string[] = [];
  for (const price of [300, 600, 1_999]) posts.push((await buildSale(app, person, cents(price))).id);
  const { _id: productId } = await buildProduct(app, person, { price: 12, stock: 100_000 });
  const banking = { firstName: 'Mira', lastName: 'Okafor', bankName: 'Bank', bankAccount: '123456' };
  await app.context.db.update(performers).set({ banking }).where(eq(performers.id, person.id));
  const as = await app.services.session.open(person.id);
  await app.call('createStripeAccount', { as });
  const { data } = await app.call('getStripeAccount', { as });
  setAccountReady(double.state, data.accountId!, true);
  return { ...person, posts, productId };
}

async function makeFan(app: TestApp): Promise<Fan> {
  const person = await buildUser(app);
  const place = { name: 'Home', country: 'PT', streetNumber: '1', streetAddress: 'Rua Azul', city: 'Lisboa' };
  const body = { ...place, state: 'Lisboa', zipCode: '1100-001' };
  const { data } = await app.call('createAddress', { as: person.token, body });
  return { ...person, cards: [], addressId: data._id };
}
