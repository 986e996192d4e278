import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { accounts } from '../../../db/schema/accounts';
import { notifications } from '../../../db/schema/social';
import { inTransaction } from '../../../db/transaction';
import { transferRules } from '../../../ledger/transfers';
import { createSandboxPayments } from '../../../gateways/payment-sandbox';
import { buildCard, buildCoupon, buildSale, byDefaultCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { receiptRules } from './receipt-rules';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  app.clock.set('2026-01-31T10:00:00Z');
  app.context.gateways.payment = createSandboxPayments(app.context.db, app.clock.now);
  creator = await buildPerformer(app, { name: 'Noor Halim', isFreeSubscription: true, freeSubscriptionDays: 7 });
  fan = await buildUser(app, { name: 'Zoë', wallet: cents(50_000) });
  await app.jobs.drain();
  app.mails.splice(0);
});
afterEach(async () => expect(await listProblems(app)).toEqual([]));
afterAll(() => app.close());

const pay = async (body: object, name: 'subscribePerformer' | 'topUpWallet' | 'subscribePlatform') => {
  const { data } = await app.call(name, { as: fan.token, body: { ...(await byDefaultCard(app, fan)), ...body } });
  return data && '_id' in data ? data._id : '';
};
const subscribe = (type = 'monthly') => pay({ performerId: creator.id, type }, 'subscribePerformer');
const tip = () => app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price: 5 } });
const unlock = async () => {
  const { id } = await buildSale(app, creator, cents(600));
  return app.call('buyFeed', { as: fan.token, params: { id } });
};
/** Mails to an account since the last call, after running all jobs. */
async function mailsTo(person: BuiltPerson) {
  await app.jobs.drain();
  return app.mails.splice(0).filter(({ to }) => to === person.account.email);
}
const getNews = async (person: BuiltPerson) =>
  (await app.call('listNotifications', { as: person.token })).data.data.map(({ title, message }) => [title, message]);

const address = { line1: 'A', city: 'B', region: 'CA', postalCode: '1', country: 'US' };

/** The lines of the only mail to the fan. Asserts that the HTML says the same as the text. */
async function theMail() {
  const mails = await mailsTo(fan);
  expect(mails).toHaveLength(1);
  const { subject = '', text = '', html = '' } = mails[0] ?? {};
  for (const line of text.split('\n').filter(Boolean)) {
    for (const part of line.split(/: (?=[^/])/)) {
      expect(html.replaceAll(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))).toContain(part);
    }
  }
  return { subject, lines: text.split('\n').filter(Boolean) };
}

describe('each transfer code of the ledger', () => {
  it('has a receipt, or a reason why it has none', () => {
    expect(Object.keys(receiptRules).toSorted()).toEqual([...Object.keys(transferRules), 'trial'].toSorted());
  });
});

describe('a mail to the payer', () => {
  it('is the receipt of an unlocked post', async () => {
    const { data } = await unlock();
    expect(await theMail()).toEqual({
      subject: 'Receipt: For sale, $6.00',
      lines: [
        'You unlocked For sale by Noor Halim.',
        'Amount: $6.00',
        'Tax: $0.00',
        'Total: $6.00',
        'Paid with: Wallet',
        'Date: 31 January 2026',
        expect.stringMatching(/^Invoice number: \d{4}-\d{6}$/),
        `View receipt: http://web.test/payment/receipt/${data._id}`,
        'Ovela',
      ],
    });
  });

  it('is the receipt of a tip', async () => {
    await tip();
    const { subject, lines } = await theMail();
    expect([subject, lines[0]]).toEqual(['Receipt: Tip for Noor Halim, $5.00', 'You tipped Noor Halim.']);
  });

  it('is the receipt of a top-up, with its tax', async () => {
    await buildCard(app, fan);
    const id = await pay({ amount: 20, address }, 'topUpWallet');
    const { subject, lines } = await theMail();
    expect(lines.at(-2)).toBe(`View receipt: http://web.test/payment/receipt/${id}`);
    expect([subject, lines[0]]).toEqual(['Receipt: Wallet top-up, $21.65', 'You added money to your wallet.']);
    expect(lines.slice(1, 5)).toEqual([
      'Amount: $20.00',
      'Tax: $1.65',
      'Total: $21.65',
      'Paid with: Visa ending in 4242',
    ]);
  });

  it('is the receipt of a subscription with a coupon', async () => {
    await buildCard(app, fan);
    const { code } = await buildCoupon(app);
    await pay({ performerId: creator.id, type: 'monthly', couponCode: code, address }, 'subscribePerformer');
    const { lines } = await theMail();
    expect(lines.slice(2, 6)).toEqual(['Amount: $9.99', 'Discount: −$1.00', 'Tax: $0.74', 'Total: $9.73']);
  });

  it('is the receipt of a subscription or renewal, with the next renewal date', async () => {
    await buildCard(app, fan);
    await subscribe();
    const first = await theMail();
    expect(first.subject).toBe('Receipt: Monthly subscription to Noor Halim, $9.99');
    expect(first.lines.slice(0, 2)).toEqual([
      'You subscribed to Noor Halim.',
      'It renews on 28 February 2026 for $9.99 plus any tax. You can cancel at any time.',
    ]);
    app.clock.set('2026-02-28T23:59:00Z');
    await Promise.all([app.jobs.run('renew-subscriptions', {}), app.jobs.run('renew-subscriptions', {})]);
    const renewal = await theMail();
    expect(renewal.subject).toBe('Renewal: Monthly subscription to Noor Halim, $9.99');
    expect(renewal.lines.slice(0, 2)).toEqual([
      'Your subscription to Noor Halim was renewed.',
      'It renews on 31 March 2026 for $9.99 plus any tax. You can cancel at any time.',
    ]);
  });

  it('is the receipt of a trial, and of a subscription to the platform', async () => {
    await subscribe('free');
    expect((await theMail()).lines[0]).toBe(
      "Your free trial with Noor Halim has started. It ends by itself, and you won't be charged.",
    );
    await buildCard(app, fan);
    await pay({}, 'subscribePlatform');
    const { subject, lines } = await theMail();
    expect([subject, lines[0]]).toEqual(['Receipt: Ovela membership, $11.99', 'You are a member of Ovela now.']);
  });

  it('about a failed renewal states the amount and the next try', async () => {
    const card = await buildCard(app, fan);
    await subscribe();
    await mailsTo(fan);
    await app.call('deleteCard', { as: fan.token, params: { id: card.id } });
    app.clock.set('2026-02-28T23:59:00Z');
    await app.jobs.run('renew-subscriptions', {});
    const { subject, lines } = await theMail();
    expect(subject).toBe('Your subscription to Noor Halim could not be renewed');
    expect(lines.slice(1, 8)).toEqual([
      "You were not charged. We'll try again on 1 March 2026.",
      'To keep your subscription, check your card or add another one.',
      'Amount: $9.99',
      'Tax: $0.00',
      'Total: $9.99',
      'Card: None',
      'Next attempt: 1 March 2026',
    ]);
  });

  it('about a canceled subscription states its end, and is sent once', async () => {
    await buildCard(app, fan);
    await subscribe();
    await mailsTo(fan);
    const { data } = await app.call('searchUserSubscriptions', { as: fan.token });
    const params = { type: 'stripe', id: data.data[0]?._id ?? '' };
    await app.call('cancelSubscription', { as: fan.token, params });
    await app.call('cancelSubscription', { as: fan.token, params });
    const { subject, lines } = await theMail();
    expect(subject).toBe("Your subscription to Noor Halim won't renew");
    expect(lines[0]).toBe('Auto-renew is off for your subscription to Noor Halim.');
    expect(lines[1]).toMatch(/^You keep access until 28 February 2026, and you won't be charged again\.$/);
  });

  it('about a subscription canceled after its end promises neither access nor renewal', async () => {
    await buildCard(app, fan);
    await subscribe();
    app.clock.advance({ days: 60 });
    await mailsTo(fan);
    const as = await app.services.session.open(fan.id);
    const { data } = await app.call('searchUserSubscriptions', { as });
    await app.call('cancelSubscription', { as, params: { type: 'stripe', id: data.data[0]?._id ?? '' } });
    const { lines } = await theMail();
    expect(lines.slice(1, 3)).toEqual(["You won't be charged again.", 'You can subscribe again at any time.']);
  });

  it('about a refund states whether it went to the wallet or to the card', async () => {
    const { data } = await unlock();
    await mailsTo(fan);
    for (let i = 0; i < 2; i += 1) {
      await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, data._id));
    }
    const { subject, lines } = await theMail();
    expect([subject, lines[0]]).toEqual(['Refund: For sale, $6.00', '$6.00 for For sale was refunded to your wallet.']);
    await buildCard(app, fan, { code: 'authenticate' });
    const id = await subscribe();
    await app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, creator.id));
    await app.call('confirmPayment', { as: fan.token, params: { id }, body: { outcome: 'approve' } });
    const refund = await theMail();
    expect(refund.lines[0]).toBe(
      '$9.99 for Monthly subscription to Noor Halim was refunded to your Visa ending in 4242.',
    );
  });

  it('is sent once per payment, even if requests and settlements are repeated', async () => {
    await buildCard(app, fan, { code: 'authenticate' });
    const id = await subscribe();
    expect(await mailsTo(fan)).toEqual([]);
    const approve = () => app.call('confirmPayment', { as: fan.token, params: { id }, body: { outcome: 'approve' } });
    await Promise.all(Array.from({ length: 5 }, approve));
    await Promise.all(Array.from({ length: 5 }, () => app.services.payment.drive(id)));
    const headers = { 'idempotency-key': 'one tip' };
    const again = () =>
      app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price: 5 }, headers });
    await Promise.all(Array.from({ length: 5 }, again));
    const subjects = (await mailsTo(fan)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'Receipt: Monthly subscription to Noor Halim, $9.99',
      'Receipt: Tip for Noor Halim, $5.00',
    ]);
  });

  it('is not sent for failed or declined payments', async () => {
    const poor = await buildUser(app);
    await app.call('tipPerformer', { as: poor.token, params: { id: creator.id }, body: { price: 5 } });
    await buildCard(app, fan, { code: 'declinedLater' });
    await subscribe();
    await app.jobs.drain();
    expect(app.mails).toEqual([]);
  });
});

describe('notifications of a creator', () => {
  it('arrive immediately for sales, tips, subscribers and trials, but not for renewals', async () => {
    await unlock();
    await tip();
    await subscribe('free');
    expect(await getNews(creator)).toEqual(
      expect.arrayContaining([
        ['New sale', 'Zoë unlocked For sale, $6.00'],
        ['You got a tip', 'Zoë tipped you $5.00'],
        ['New subscriber', 'Zoë started a free trial'],
      ]),
    );
    await buildCard(app, fan);
    await subscribe();
    const heard = async () => {
      const news = await app.context.db.select().from(notifications).where(eq(notifications.userId, creator.id));
      return news.map(({ message }) => message);
    };
    expect(await heard()).toHaveLength(4);
    expect(await heard()).toContain('Zoë subscribed to you, $9.99');
    app.clock.set('2026-03-31T23:59:00Z');
    await app.jobs.run('renew-subscriptions', {});
    expect((await app.services.wallet.balances(creator.id)).pending).toBeGreaterThan(0);
    expect(await heard()).toHaveLength(4);
  });

  it('are mailed as the creator has chosen', async () => {
    const mailed = async () => {
      app.clock.advance({ minutes: 6 });
      await app.jobs.drain();
      app.mails.splice(0);
      await app.jobs.run('mail-notices', {});
      return (await mailsTo(creator)).map(({ text }) => text);
    };
    await unlock();
    expect((await mailed())[0]).toContain('Zoë unlocked For sale, $6.00');
    await app.call('updatePreferences', { as: creator.token, body: { mails: { sales: false } } });
    await unlock();
    expect(await mailed()).toEqual([]);
    await subscribe('free');
    expect((await mailed())[0]).toContain('Zoë started a free trial');
  });
});

describe('GET /payment/receipts/:id', () => {
  const get = (id: string, as = fan.token) => app.call('getReceipt', { as, params: { id } });

  it('returns what the mail says, for a wallet payment and for one by a deleted card', async () => {
    const { data: bought } = await unlock();
    expect((await get(bought._id)).data).toMatchObject({
      number: bought._id.slice(-8).toUpperCase(),
      kind: 'feed',
      status: 'success',
      title: 'For sale',
      summary: 'You unlocked For sale by Noor Halim.',
      price: 6,
      taxAmount: 0,
      discount: 0,
      totalPrice: 6,
      paidWith: { kind: 'wallet' },
      performer: { name: 'Noor Halim' },
      payer: { name: 'Zoë' },
    });
    const card = await buildCard(app, fan);
    const id = await subscribe();
    await app.call('deleteCard', { as: fan.token, params: { id: card.id } });
    expect((await get(id)).data).toMatchObject({
      kind: 'subscription',
      totalPrice: 9.99,
      nextRecurringDate: expect.stringMatching(/^2026-02-28/),
      paidWith: { kind: 'card', brand: 'Visa', last4Digits: '4242' },
    });
  });

  it('returns 404 to other fans, and 403 to creators', async () => {
    const { data } = await unlock();
    const other = await buildUser(app);
    expect((await get(data._id, other.token)).status).toBe(404);
    expect((await get('f'.repeat(24))).status).toBe(404);
    expect((await get(data._id, creator.token)).status).toBe(403);
  });

  it('returns the item’s name as stored with the charge', async () => {
    const { id } = await buildSale(app, creator, cents(600));
    const { data } = await app.call('buyFeed', { as: fan.token, params: { id } });
    const renamed = await app.call('updateFeed', {
      as: creator.token,
      params: { id },
      body: { title: 'Another name', text: 'Renamed since.' },
    });
    expect(renamed.status).toBe(200);
    expect((await get(data._id)).data.title).toBe('For sale');
  });
});

describe('the receipt of an order', () => {
  it.each(['digital', 'physical'] as const)('says that the product is %s', async (type) => {
    const files = { digitalFile: { content: Buffer.from('stitch by stitch'), name: 'pattern.txt' } };
    const body = { name: 'Pattern', type, price: '9', stock: 3 };
    const made = await app.call('createProduct', {
      as: creator.token,
      body,
      ...(type === 'digital' && { files }),
    });
    await app.jobs.drain();
    const place = { name: 'Home', country: 'PT', streetNumber: '1', streetAddress: 'Rua Azul', city: 'Lisboa' };
    const home = await app.call('createAddress', {
      as: fan.token,
      body: { ...place, state: 'Lisboa', zipCode: '1100-001' },
    });
    const lines = [{ productId: made.data._id, quantity: 1 }];
    const order = await app.call('checkoutOrders', {
      as: fan.token,
      body: { payBy: 'wallet', deliveryAddressId: home.data._id, lines, expectedTotal: 9 },
    });
    const params = { id: order.data.orders[0]!.transactionId };
    expect((await app.call('getReceipt', { as: fan.token, params })).data.productType).toBe(type);
  });
});
