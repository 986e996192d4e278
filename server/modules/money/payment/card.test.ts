import { sql } from 'drizzle-orm';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  fan = await buildUser(app);
});
afterAll(() => app.close());

const NUMBER = '4242424242424242';
const tokenize = async (number: string, { exp = '12/40', cvc = '123' } = {}) => {
  const reply = await app.http.inject({ method: 'POST', url: '/sandbox/card-token', body: { number, exp, cvc } });
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: reply.json<{ token: string; last4: string; brand: string }>(),
  };
};
const addCard = (token: string, options: { as?: string; body?: object } = {}) =>
  app.call('addCard', {
    as: options.as ?? fan.token,
    body: { token, last4Digits: '0000', brand: 'any', month: 4, year: '31', paymentGateway: 'stripe', ...options.body },
  });
const addNumber = async (number: string) => addCard((await tokenize(number)).body.token);

describe('POST /sandbox/card-token', () => {
  it('returns a token without the usual envelope, and does not store it', async () => {
    const { status, body, headers } = await tokenize('4242 4242 4242 4242', { exp: '4/31' });
    expect(status).toBe(200);
    expect(body).toEqual({
      token: expect.stringMatching(/^tok_visa_0431_[0-9a-f]{16}$/),
      brand: 'Visa',
      last4: '4242',
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['a mistyped number', '4242424242424241', {}],
    ['a number that is not a test card', '4111111111111111', {}],
    ['no number', 'abcd', {}],
    ['an expired date', NUMBER, { exp: '01/20' }],
    ['a month that does not exist', NUMBER, { exp: '13/40' }],
    ['a code of two digits', NUMBER, { cvc: '12' }],
  ])('returns 402 for %s', async (_what, number, details) => {
    expect((await tokenize(number, details)).status).toBe(402);
  });

  // Promises F-7.
  it('leaves no trace of the number in the database', async () => {
    await addNumber('5555555555554444');
    const { rows } = await app.context.db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    const dumps = await Promise.all(
      rows.map(({ name }) => app.context.db.execute(sql`select t::text as line from ${sql.identifier(name)} t`)),
    );
    expect(JSON.stringify(dumps.map((dump) => dump.rows))).not.toContain('5555555555554444');
  });
});

describe('POST /payment-cards', () => {
  it("saves the gateway's data of a card; the first one is the default", async () => {
    const { body } = await tokenize(NUMBER, { exp: '08/2033' });
    const { data } = await addCard(body.token, { body: { holderName: 'Ada' } });
    expect(data).toMatchObject({
      source: 'user',
      sourceId: fan.id,
      brand: 'Visa',
      last4Digits: '4242',
      month: '08',
      year: '2033',
      holderName: 'Ada',
      isDefault: true,
      isProduction: false,
      token: expect.stringMatching(/^card_/),
    });
    expect((await addNumber('5555555555554444')).data.isDefault).toBe(false);
    expect(
      (await addCard((await tokenize('378282246310005')).body.token, { body: { isDefault: true } })).data.isDefault,
    ).toBe(true);
    const { data: page } = await app.call('listCards', { as: fan.token });
    expect(page.total).toBe(3);
    expect(page.data.map((card) => card.isDefault)).toEqual([true, false, false]);
  });

  it('rejects the same card for the same fan, even concurrently, but not for another fan', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => addNumber(NUMBER)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.error === 'CARD_DUPLICATE')).toHaveLength(9);
    const other = await buildUser(app);
    expect((await addCard((await tokenize(NUMBER)).body.token, { as: other.token })).status).toBe(200);
  });

  it.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000069', 'Your card has expired.'],
  ])('rejects %s with the bank’s message', async (number, message) => {
    expect((await addNumber(number)).body).toMatchObject({ statusCode: 400, error: 'CARD_DECLINED', message });
  });

  it('rejects unknown tokens and other gateways', async () => {
    expect((await addCard('tok_nothing')).body.error).toBe('CARD_DECLINED');
    expect((await addCard('tok_visa', { body: { paymentGateway: 'paypal' } })).body.error).toBe(
      'PROVIDER_NOT_CONFIGURED',
    );
    expect((await addCard('tok_visa', { body: { month: '13' } })).status).toBe(400);
  });

  it('requires a verified email address if the site requires it', async () => {
    await app.services.settings.write('requireEmailVerification', true);
    const unconfirmed = await buildUser(app, { verifiedEmail: false });
    expect((await addCard('tok_visa', { as: unconfirmed.token })).body).toMatchObject({
      statusCode: 422,
      error: 'EMAIL_NOT_VERIFIED',
    });
    const check = await app.call('checkCardEmail', { as: unconfirmed.token });
    expect(check.data).toEqual({ verifiedEmail: false, sent: true });
    await app.jobs.drain();
    expect(app.mails.at(-1)?.to).toBe(unconfirmed.account.email);
    expect((await app.call('checkCardEmail', { as: fan.token })).data).toEqual({ verifiedEmail: true, sent: false });
    await app.services.settings.write('requireEmailVerification', false);
    expect((await app.call('checkCardEmail', { as: unconfirmed.token })).data).toEqual({
      verifiedEmail: true,
      sent: false,
    });
  });
});

describe('POST /payment-cards/update/default-card, DELETE /payment-cards/:id', () => {
  it('accept an id or token, and keep exactly one default card', async () => {
    const { data: first } = await addNumber(NUMBER);
    app.clock.advance({ seconds: 1 });
    const { data: second } = await addNumber('5555555555554444');
    const choose = (cardId: string) => app.call('setDefaultCard', { as: fan.token, body: { cardId } });
    expect((await choose(second.token)).data).toMatchObject({ _id: second._id, isDefault: true });
    await Promise.all([choose(first._id), choose(second._id), choose(first.token)]);
    const { data: page } = await app.call('listCards', { as: fan.token });
    expect(page.data.filter((card) => card.isDefault)).toHaveLength(1);
  });

  it('make the newest other card the default', async () => {
    const { data: first } = await addNumber(NUMBER);
    const { data: second } = await addNumber('5555555555554444');
    const remove = (id: string) => app.call('deleteCard', { as: fan.token, params: { id } });
    expect((await remove(first._id)).data).toEqual({ deleted: true });
    expect((await app.call('listCards', { as: fan.token })).data.data).toMatchObject([
      { _id: second._id, isDefault: true },
    ]);
    expect((await remove(second.token)).status).toBe(200);
    expect((await remove(second.token)).status).toBe(404);
  });

  it("return 404 for another fan's cards", async () => {
    const { data: card } = await addNumber(NUMBER);
    const other = await buildUser(app);
    expect((await app.call('setDefaultCard', { as: other.token, body: { cardId: card._id } })).status).toBe(404);
    expect((await app.call('deleteCard', { as: other.token, params: { id: card._id } })).status).toBe(404);
    expect((await app.call('listCards', { as: other.token })).data.total).toBe(0);
  });
});
