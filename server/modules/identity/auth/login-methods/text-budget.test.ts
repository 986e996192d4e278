import pg from 'pg';
import { solvedCaptcha } from '../../../../../tests/factories/captcha';
import { newPhone } from '../../../../../tests/factories/social-login';
import { buildUser } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';
import { until } from '../../../../../tests/harness/socket-client';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ RATE_LIMITS: '1', TEXTS_PER_DAY: '8' });
  await app.services.settings.write('contactEmail', 'operators@site.test');
});
beforeEach(async () => {
  await app.jobs.drain();
  app.clock.advance({ days: 1, seconds: 1 });
  app.mails.splice(0);
  app.failures.splice(0);
});
afterAll(() => app.close());

let networks = 0;

const newIp = () => `10.9.${Math.floor((networks += 1) / 250)}.${(networks % 250) + 1}`;
const send = async (phone: string, { isSolved = true, site = app, ip = newIp() } = {}) =>
  site.call('sendPhoneCode', {
    body: { phone, ...(isSolved && { captcha: await solvedCaptcha(site) }) },
    headers: { 'x-forwarded-for': ip },
  });
const textsTo = (phone: string) => app.texts.filter(({ to }) => to === phone);
const getCode = (phone: string) => /\d{6}/.exec(textsTo(phone).at(-1)?.text ?? '')?.[0] ?? '';

async function useUp(texts: number): Promise<void> {
  for (let i = 0; i < texts; i += 1) expect((await send(newPhone())).status).toBe(200);
}

async function buildPhoneOwner(): Promise<string> {
  const phone = newPhone();
  await buildUser(app, { phone, verifiedPhone: true });
  return phone;
}

describe('I-8, I-13: the site’s daily texts', () => {
  it('require a captcha after a quarter is used, for any number and network', async () => {
    for (let i = 0; i < 2; i += 1) expect((await send(newPhone(), { isSolved: false })).status).toBe(200);
    const phone = newPhone();
    const refused = await send(phone, { isSolved: false });
    expect(refused.body).toMatchObject({ statusCode: 422, error: 'CAPTCHA_REQUIRED', captchaRequired: true });
    expect(refused.body.message).toMatch(/^Many codes were asked for today/);
    expect(textsTo(phone)).toEqual([]);
    expect((await send(phone)).data).toEqual({ success: true, expiresIn: 300, resendIn: 60 });
    expect(textsTo(phone)).toHaveLength(1);
  });

  it('are reserved in the last quarter for numbers with an account, which can still log in', async () => {
    const owner = await buildPhoneOwner();
    await useUp(6);
    await send(newPhone());
    await send(owner);
    const opened = await app.call('loginWithPhone', { body: { phone: owner, code: getCode(owner) } });
    expect([opened.status, opened.data.isNew]).toEqual([200, false]);
  });

  it('do not reveal in the last quarter which numbers have an account', async () => {
    const [owner, stranger] = [await buildPhoneOwner(), newPhone()];
    await useUp(6);
    const replies: unknown[] = [];
    for (const phone of [owner, stranger]) {
      const { status, body } = await send(phone);
      const again = await send(phone);
      const wrong = await app.call('loginWithPhone', { body: { phone, code: 'wrong!' } });
      replies.push([status, body, again.status, again.headers['retry-after'], wrong.status, wrong.body.error]);
    }
    expect(replies[0]).toEqual([
      200,
      {
        status: 0,
        data: {
          success: true,
          expiresIn: 300,
          resendIn: 60,
          onlyForAccounts: true,
        },
      },
      429,
      '20',
      422,
      'INVALID_VERIFICATION_CODE',
    ]);
    expect(replies[1]).toEqual(replies[0]);
    expect([textsTo(owner).length, textsTo(stranger).length]).toEqual([1, 0]);
  });

  it('do not reveal it either if a text fails or is slow', async () => {
    const [owner, stranger] = [await buildPhoneOwner(), newPhone()];
    await useUp(6);
    const real = app.context.gateways.sms;
    const endings: (() => void)[] = [];
    app.context.gateways.sms = {
      isProduction: true,
      send: () => new Promise((_resolve, reject) => endings.push(() => reject(new Error('no network')))),
    };
    // Neither request waits for the text to be sent.
    const replies = [await send(owner), await send(stranger)];
    app.context.gateways.sms = real;
    expect(replies.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 2 }, () => [200, expect.objectContaining({ status: 0 })]),
    );
    expect(endings).toHaveLength(1);
    endings.forEach((end) => end());
    await until('the failure is reported', () =>
      app.failures.some(({ name, message }) => name === 'text with a log-in code' && message === 'no network'),
    );
  });

  it('never exceed the limit, and numbers without an account use none of the last quarter', async () => {
    const owners = [await buildPhoneOwner(), await buildPhoneOwner(), await buildPhoneOwner()];
    await useUp(6);
    for (let i = 0; i < 5; i += 1) await send(newPhone());
    for (const owner of owners) expect((await send(owner)).data).toMatchObject({ onlyForAccounts: true });
    expect(owners.map((owner) => textsTo(owner).length)).toEqual([1, 1, 0]);
    app.clock.advance({ days: 1, seconds: 1 });
    await send(owners[2] ?? '');
    expect(textsTo(owners[2] ?? '')).toHaveLength(1);
  });

  describe('with a last quarter of eight texts', () => {
    let wide: TestApp;
    beforeAll(async () => {
      wide = await buildTestApp({ RATE_LIMITS: '1', TEXTS_PER_DAY: '32' }, { beside: app });
    });
    afterAll(() => wide.close());

    /** @returns the number of texts and the responses */
    async function ask(phone: string, times: number, { ip, apart = 20 }: { ip?: string; apart?: number } = {}) {
      const before = wide.texts.length;
      const replies: unknown[] = [];
      for (let i = 0; i < times; i += 1) {
        const { status, body } = await send(phone, { site: wide, ip });
        replies.push([status, body]);
        app.clock.advance({ seconds: apart });
      }
      return { texts: wide.texts.length - before, replies };
    }
    const beginReserve = async () => {
      for (let i = 0; i < 24; i += 1) await send(newPhone(), { site: wide });
    };

    it('are limited to two per number, and half are only for numbers without a text in 24 hours', async () => {
      const [first, second, third, late, last] = await Promise.all(Array.from({ length: 5 }, () => buildPhoneOwner()));
      await beginReserve();
      const asked = [await ask(first ?? '', 5), await ask(second ?? '', 3)];
      expect(asked.map(({ texts }) => texts)).toEqual([2, 2]);
      for (const phone of [third, late, last]) expect((await ask(phone ?? '', 3)).texts).toBe(1);
      app.clock.advance({ days: 1 });
      expect((await ask(first ?? '', 1)).texts).toBe(1);
    });

    it('are as many for a number that had texts before the last quarter', async () => {
      const owner = await buildPhoneOwner();
      await ask(owner, 3);
      await beginReserve();
      expect((await ask(owner, 3)).texts).toBe(2);
    });

    it('do not reveal which numbers have used up their share or have no account', async () => {
      const [owner, stranger] = [await buildPhoneOwner(), newPhone()];
      await beginReserve();
      const [known, unknown] = [await ask(owner, 4), await ask(stranger, 4)];
      expect([known.texts, unknown.texts]).toEqual([2, 0]);
      expect(known.replies).toEqual(unknown.replies);
      expect(new Set(known.replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    });

    it('leave a number’s code valid if its share is used up', async () => {
      const owner = await buildPhoneOwner();
      await beginReserve();
      await ask(owner, 4);
      const code = /\d{6}/.exec(wide.texts.findLast(({ to }) => to === owner)?.text ?? '')?.[0] ?? '';
      const opened = await wide.call('loginWithPhone', { body: { phone: owner, code } });
      expect([opened.status, opened.data.isNew]).toEqual([200, false]);
    });

    it('include two more for an owner on the network of an earlier login, whatever strangers have used up', async () => {
      const [owner, ip] = [newPhone(), newIp()];
      await send(owner, { site: wide, ip });
      const headers = { 'x-forwarded-for': ip };
      const getLastCode = () => /\d{6}/.exec(wide.texts.findLast(({ to }) => to === owner)?.text ?? '')?.[0] ?? '';
      const enter = () => wide.call('loginWithPhone', { body: { phone: owner, code: getLastCode() }, headers });
      expect((await enter()).status).toBe(200);
      app.clock.advance({ days: 1, seconds: 1 });
      await beginReserve();
      expect((await ask(owner, 3)).texts).toBe(2);
      // Uses so much of the reserve that only numbers without a recent text still get one.
      for (const other of [await buildPhoneOwner(), await buildPhoneOwner()]) await ask(other, 1);
      expect((await ask(owner, 1)).texts).toBe(0);
      expect((await ask(owner, 1, { ip, apart: 60 })).texts).toBe(1);
      expect((await enter()).status).toBe(200);
      expect((await ask(owner, 1, { ip })).texts + (await ask(owner, 1)).texts).toBe(0);
    });

    it('are limited to two for an owner on such a network', async () => {
      const [owner, ip] = [await buildPhoneOwner(), newIp()];
      await send(owner, { site: wide, ip });
      const code = /\d{6}/.exec(wide.texts.at(-1)?.text ?? '')?.[0] ?? '';
      await wide.call('loginWithPhone', { body: { phone: owner, code }, headers: { 'x-forwarded-for': ip } });
      app.clock.advance({ days: 1, seconds: 1 });
      await beginReserve();
      expect((await ask(owner, 3)).texts).toBe(2);
      expect((await ask(owner, 3, { ip, apart: 60 })).texts).toBe(2);
    });

    it('cause the same queries for numbers with and without an account', async () => {
      const [owner, stranger] = [await buildPhoneOwner(), newPhone()];
      await beginReserve();
      const query = vi.spyOn(pg.Client.prototype, 'query');
      const listStatements = async (phone: string) => {
        query.mockClear();
        await ask(phone, 3);
        const statements = query.mock.calls.map(([first]) => {
          const statement: unknown = first;
          return typeof statement === 'string' ? statement : (statement as { text: string }).text;
        });
        // Ignores queries of caches that any request may refresh.
        return statements.filter((text) => /phone_codes|accounts|pg_advisory/.test(text));
      };
      const [known, unknown] = [await listStatements(owner), await listStatements(stranger)];
      query.mockRestore();
      expect(known.length).toBeGreaterThan(20);
      expect(known).toEqual(unknown);
    });
  });

  it('alert the operators once a day if half of them are used', async () => {
    const readTold = async () => {
      await app.jobs.drain();
      const mails = app.mails.filter(({ to }) => to === 'operators@site.test').map(({ subject }) => subject);
      return [mails.length, app.failures.filter(({ name }) => name === 'daily text budget').length];
    };
    await useUp(3);
    expect(await readTold()).toEqual([0, 0]);
    await useUp(3);
    expect(await readTold()).toEqual([1, 1]);
    expect(app.mails.at(-1)?.subject).toBe('Half of today’s log-in codes are used up');
    app.clock.advance({ days: 1, seconds: 1 });
    await useUp(4);
    expect(await readTold()).toEqual([2, 2]);
  });
});
