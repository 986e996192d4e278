import { eq } from 'drizzle-orm';
import { phoneCodes } from '../../../../db/schema/logins';
import { solvedCaptcha } from '../../../../../tests/factories/captcha';
import { newPhone } from '../../../../../tests/factories/social-login';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ RATE_LIMITS: '1' });
});
afterAll(() => app.close());

let networks = 0;
const newIp = () => `10.7.${Math.floor((networks += 1) / 250)}.${(networks % 250) + 1}`;

interface SendOptions {
  ip?: string;
  /** By default, a token is solved for this request; empty sends none. */
  captcha?: string;
}

const send = async (phone: string, { ip = newIp(), captcha }: SendOptions = {}) =>
  app.call('sendPhoneCode', {
    body: { phone, captcha: captcha ?? (await solvedCaptcha(app)) },
    headers: { 'x-forwarded-for': ip },
  });
const login = (phone: string, code: string, ip: string) =>
  app.call('loginWithPhone', { body: { phone, code }, headers: { 'x-forwarded-for': ip } });

const textsTo = (phone: string) => app.texts.filter(({ to }) => to === phone);
const lastCode = (phone: string) => /\d{6}/.exec(textsTo(phone).at(-1)?.text ?? '')?.[0] ?? '';
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Requests codes as fast as the limit allows, each from a new network. */
async function sendFromStrangers(phone: string, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    expect((await send(phone)).status).toBe(200);
    app.clock.advance({ seconds: 20 });
  }
}

async function guessWrong(phone: string, times: number, ip: string) {
  const code = wrongCode(lastCode(phone));
  const replies = await Promise.all(Array.from({ length: times }, () => login(phone, code, ip)));
  return replies.map(({ status }) => status).toSorted((a, b) => a - b);
}

describe('I-13, I-8: texts requested by strangers', () => {
  it('require a captcha from the third text on, so that strangers without one cannot lock the owner out', async () => {
    const phone = newPhone();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      statuses.push((await send(phone, { captcha: '' })).status);
      app.clock.advance({ minutes: 1 });
    }
    expect(statuses).toEqual([200, 200, ...Array.from({ length: 10 }, () => 422)]);
    const owner = newIp();
    const asked = await send(phone, { ip: owner, captcha: '' });
    expect(asked.body).toMatchObject({ error: 'CAPTCHA_REQUIRED', captchaRequired: true });
    expect(asked.body.message).toMatch(/^Several codes were sent to this number today/);
    expect((await send(phone, { ip: owner })).status).toBe(200);
    expect((await login(phone, lastCode(phone), owner)).status).toBe(200);
  });

  it('accept each captcha only once, but do not use one up for a rejected text', async () => {
    const phone = newPhone();
    await sendFromStrangers(phone, 2);
    expect((await send(phone, { captcha: 'made up' })).body.error).toBe('CAPTCHA_FAILED');
    const captcha = await solvedCaptcha(app);
    expect((await send(phone, { captcha })).status).toBe(200);
    app.clock.advance({ seconds: 20 });
    expect((await send(phone, { captcha })).body.error).toBe('CAPTCHA_FAILED');
    const [ip, kept] = [newIp(), await solvedCaptcha(app)];
    await sendFromStrangers(phone, 1);
    app.clock.advance({ seconds: -1 });
    expect((await send(phone, { ip, captcha: kept })).status).toBe(429);
    app.clock.advance({ seconds: 1 });
    expect((await send(phone, { ip, captcha: kept })).status).toBe(200);
  });

  it('must be a minute apart per network and twenty seconds apart in total', async () => {
    const [phone, ip] = [newPhone(), newIp()];
    const burst = await Promise.all(Array.from({ length: 5 }, () => send(phone)));
    expect(burst.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429, 429]);
    app.clock.advance({ seconds: 15 });
    const soon = await send(phone, { ip });
    expect([soon.status, Number(soon.headers['retry-after'])]).toEqual([429, 5]);
    app.clock.advance({ seconds: 5 });
    expect((await send(phone, { ip })).status).toBe(200);
    app.clock.advance({ seconds: 20 });
    const again = await send(phone, { ip });
    expect([again.status, Number(again.headers['retry-after'])]).toEqual([429, 40]);
    expect((await send(phone)).status).toBe(200);
    app.clock.advance({ seconds: 40 });
    expect((await send(phone, { ip })).status).toBe(200);
  });

  it('are limited to five a day from one network to one number', async () => {
    const [phone, ip] = [newPhone(), newIp()];
    for (let i = 0; i < 5; i += 1) {
      expect((await send(phone, { ip })).status).toBe(200);
      app.clock.advance({ minutes: 1 });
    }
    const sixth = await send(phone, { ip });
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(23 * 3600);
    expect((await send(newPhone(), { ip })).status).toBe(200);
    expect((await send(phone)).status).toBe(200);
  });

  it('are limited to ten a day from one wide network to one number', async () => {
    const phone = newPhone();
    for (let i = 0; i < 10; i += 1) {
      expect((await send(phone, { ip: `2001:db8:5:${i}::1` })).status).toBe(200);
      app.clock.advance({ seconds: 20 });
    }
    expect((await send(phone, { ip: '2001:db8:5:ffff::1' })).status).toBe(429);
    expect((await send(phone, { ip: '2001:db8:6:1::1' })).status).toBe(200);
  });

  it('are limited to thirty a day to one number, from however many networks and with however many captchas', async () => {
    const phone = newPhone();
    await sendFromStrangers(phone, 30);
    const refused = await send(phone);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600);
    app.clock.advance({ hours: 24 });
    expect((await send(phone, { captcha: '' })).status).toBe(200);
    expect(textsTo(phone)).toHaveLength(31);
  });
});

describe('I-13, I-8: texts requested from a network where the owner has logged in', () => {
  /** @returns a number whose owner has logged in from `ip` */
  async function buildOwner(ip: string): Promise<string> {
    const phone = newPhone();
    await send(phone, { ip });
    const { status, data } = await login(phone, lastCode(phone), ip);
    expect(status).toBe(200);
    expect((await app.call('logout', { as: data.token })).status).toBe(200);
    app.clock.advance({ days: 1, seconds: 1 });
    return phone;
  }

  it('are neither rejected nor require a captcha because of strangers’ texts, even those from the same wide network', async () => {
    const phone = await buildOwner('2001:db8:7:1::1');
    for (let i = 0; i < 10; i += 1) {
      expect((await send(phone, { ip: `2001:db8:7:${i + 10}::1` })).status).toBe(200);
      app.clock.advance({ seconds: 20 });
    }
    await sendFromStrangers(phone, 19);
    // A stranger requests a text right before the owner does.
    expect((await send(phone)).status).toBe(200);
    const asked = await send(phone, { ip: '2001:db8:7:1::2', captcha: '' });
    expect(asked.data).toEqual({ success: true, expiresIn: 300, resendIn: 60 });
    const opened = await login(phone, lastCode(phone), '2001:db8:7:1::2');
    expect([opened.status, opened.data.isNew]).toEqual([200, false]);
    app.clock.advance({ minutes: 1 });
    for (const ip of ['2001:db8:7:2::1', newIp()]) expect((await send(phone, { ip })).status).toBe(429);
    expect(textsTo(phone)).toHaveLength(1 + 30 + 1);
  });

  it('are limited to five a day over all such networks, and require a captcha from the third on', async () => {
    const [home, work] = [newIp(), newIp()];
    const phone = await buildOwner(home);
    await send(phone, { ip: work });
    expect((await login(phone, lastCode(phone), work)).status).toBe(200);
    const statuses: number[] = [];
    for (const [ip, captcha] of [[home, ''], [home, ''], [home], [work], [work], [home], [work]] as const) {
      app.clock.advance({ minutes: 1 });
      statuses.push((await send(phone, { ip, captcha })).status);
    }
    expect(statuses).toEqual([200, 422, 200, 200, 200, 429, 429]);
    expect((await send(phone)).status).toBe(200);
  });

  it('do not delay strangers, who have a separate limit', async () => {
    const ip = newIp();
    const phone = await buildOwner(ip);
    expect((await send(phone, { ip })).status).toBe(200);
    expect((await send(phone)).status).toBe(200);
    expect((await login(phone, lastCode(phone), newIp())).status).toBe(200);
  });

  it('contain a code that works on all networks of earlier logins, whatever strangers guess', async () => {
    const [home, work] = [newIp(), newIp()];
    const phone = await buildOwner(home);
    await send(phone, { ip: work });
    expect((await login(phone, lastCode(phone), work)).status).toBe(200);
    app.clock.advance({ minutes: 1 });
    await send(phone, { ip: home });
    const code = lastCode(phone);
    for (let i = 0; i < 4; i += 1) await guessWrong(phone, 5, newIp());
    expect((await login(phone, code, work)).status).toBe(200);
  });

  it('count as the owner’s only for that account’s number', async () => {
    const ip = newIp();
    await buildOwner(ip);
    const phone = await buildOwner(newIp());
    await sendFromStrangers(phone, 30);
    expect((await send(phone, { ip })).status).toBe(429);
  });
});

describe('I-13, I-8: wrong guesses at a code', () => {
  const triesAt = async (phone: string) => {
    const [row] = await app.context.db.select().from(phoneCodes).where(eq(phoneCodes.phone, phone));
    return row?.tries;
  };

  it('are limited to five per stranger, even concurrently, and the code stays valid for its owner', async () => {
    const [phone, owner, stranger] = [newPhone(), newIp(), newIp()];
    await send(phone, { ip: owner });
    expect(await guessWrong(phone, 8, stranger)).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
    expect((await login(phone, lastCode(phone), stranger)).status).toBe(429);
    expect(await triesAt(phone)).toBe(5);
    expect((await login(phone, lastCode(phone), owner)).status).toBe(200);
  });

  it('leave the code valid for an owner on another network than the one that requested it', async () => {
    const phone = newPhone();
    await send(phone);
    await guessWrong(phone, 5, newIp());
    expect((await login(phone, lastCode(phone), newIp())).status).toBe(200);
  });

  it('are limited to fifteen from other networks, which leaves the last five to the requesting network', async () => {
    const [phone, owner] = [newPhone(), newIp()];
    await send(phone, { ip: owner });
    for (let i = 0; i < 4; i += 1) await guessWrong(phone, 5, newIp());
    expect(await triesAt(phone)).toBe(15);
    expect((await login(phone, lastCode(phone), newIp())).status).toBe(422);
    expect(await guessWrong(phone, 4, owner)).toEqual([422, 422, 422, 422]);
    expect((await login(phone, lastCode(phone), owner)).status).toBe(200);
  });

  it('leave the owner’s code valid, even if strangers request later ones and guess at all of them', async () => {
    const [phone, owner] = [newPhone(), newIp()];
    await send(phone, { ip: owner });
    const code = lastCode(phone);
    for (let i = 0; i < 4; i += 1) {
      app.clock.advance({ seconds: 20 });
      const stranger = newIp();
      expect((await send(phone, { ip: stranger })).status).toBe(200);
      await guessWrong(phone, 5, stranger);
    }
    expect((await login(phone, code, owner)).status).toBe(200);
  });

  it('are no longer possible once a code is used, because all others for the number become invalid', async () => {
    const [phone, owner, other] = [newPhone(), newIp(), newIp()];
    await send(phone, { ip: other });
    const earlier = lastCode(phone);
    app.clock.advance({ seconds: 20 });
    await send(phone, { ip: owner });
    expect((await login(phone, lastCode(phone), owner)).status).toBe(200);
    expect((await login(phone, earlier, other)).status).toBe(422);
  });

  it('are limited to twenty in total, even concurrently, if no other limit applies', async () => {
    const unlimited = await buildTestApp({}, { beside: app });
    const phone = newPhone();
    await unlimited.call('sendPhoneCode', { body: { phone } });
    const code = /\d{6}/.exec(unlimited.texts.at(-1)?.text ?? '')?.[0] ?? '';
    const guess = (typed: string) => unlimited.call('loginWithPhone', { body: { phone, code: typed } });
    await Promise.all(Array.from({ length: 25 }, () => guess(wrongCode(code))));
    expect(await triesAt(phone)).toBe(20);
    expect((await guess(code)).status).toBe(422);
    await unlimited.close();
  });
});
