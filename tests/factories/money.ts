import { and, eq, sql } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import { performers } from '../../server/db/schema/accounts';
import { feedPosts } from '../../server/db/schema/feeds';
import { items } from '../../server/db/schema/items';
import { coupons, paymentCards } from '../../server/db/schema/money';
import { findProblems } from '../../server/verify/find-problems';
import type { TestApp } from '../harness/build-test-app';
import type { BuiltPerson } from './user';

type CardRow = typeof paymentCards.$inferSelect;
type CouponRow = typeof coupons.$inferSelect;
let count = 0;

/** @param code of a test card, such as `visa`, `declinedLater`, `authenticate` or `authenticateOnce` */
export async function buildCard(
  app: TestApp,
  owner: Pick<BuiltPerson, 'id'>,
  { code = 'visa', ...overrides }: { code?: string } & Partial<CardRow> = {},
): Promise<CardRow> {
  count += 1;
  const now = app.clock.now();
  const [card] = await app.context.db
    .insert(paymentCards)
    .values({
      userId: owner.id,
      token: `card_${code}_${count.toString(16).padStart(8, '0')}`,
      fingerprint: `test:${count}`,
      brand: 'Visa',
      last4Digits: '4242',
      month: '12',
      year: '2040',
      isDefault: true,
      createdAt: now,
      updatedAt: now,
      ...overrides,
    })
    .returning();
  if (!card) throw new Error('The insert returned no card');
  return card;
}

/** The default card, as the web app sends it with every payment; empty without a card. */
export async function byDefaultCard(app: TestApp, owner: Pick<BuiltPerson, 'id'>): Promise<{ cardId?: string }> {
  const mine = and(eq(paymentCards.userId, owner.id), eq(paymentCards.isDefault, true));
  const [card] = await app.context.db.select().from(paymentCards).where(mine);
  return card ? { cardId: card.token } : {};
}

/** Ten percent off, for up to a hundred uses. */
export async function buildCoupon(app: TestApp, overrides: Partial<CouponRow> = {}): Promise<CouponRow> {
  count += 1;
  const [coupon] = await app.context.db
    .insert(coupons)
    .values({
      code: `COUPON${count}`,
      value: 0.1,
      usesLeft: 100,
      expiredDate: new Date(app.clock.now().getTime() + 30 * 24 * 3600 * 1000),
      ...overrides,
    })
    .returning();
  if (!coupon) throw new Error('The insert returned no coupon');
  return coupon;
}

export async function buildSale(
  app: TestApp,
  owner: Pick<BuiltPerson, 'id'>,
  price: Cents = cents(500),
): Promise<typeof items.$inferSelect> {
  count += 1;
  const offer = { audience: price > 0 ? ('sale' as const) : ('public' as const), price };
  const [feed] = await app.context.db
    .insert(items)
    .values({
      ...offer,
      kind: 'feed',
      performerId: owner.id,
      type: 'text',
      title: 'For sale',
      slug: `for-sale-${count}`,
    })
    .returning();
  if (!feed) throw new Error('The insert returned no post');
  await app.context.db.insert(feedPosts).values({ id: feed.id });
  const one = { statFeeds: sql`${performers.statFeeds} + 1` };
  await app.context.db.update(performers).set(one).where(eq(performers.id, owner.id));
  return feed;
}

/** Problems that `npm run verify` finds. @param now also reports background work that is overdue at this time */
export const listProblems = (app: TestApp, now = new Date(0)) => findProblems(app.context.db, now);
