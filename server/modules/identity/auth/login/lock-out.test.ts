import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { gt, lt, sql } from 'drizzle-orm';
import { guessCounters, knownDevices } from '../../../../db/schema/logins';
import { buildUser, PASSWORD, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ RATE_LIMITS: '1' });
});
afterAll(() => app.close());

let host = 0;
const newIp = () => `10.${Math.floor((host += 1) / 62_500)}.${Math.floor(host / 250) % 250}.${(host % 250) + 1}`;
const logIn = (body: Record<string, unknown>, ip = newIp()) =>
  app.call('login', { body, headers: { 'x-forwarded-for': ip } });
const getCode = async (body: Record<string, unknown>, ip?: string) => {
  const reply = await logIn(body, ip);
  return reply.status === 200 ? 'in' : reply.body.error;
};

async function solve(): Promise<string> {
  const challenge = (await app.call('createCaptchaChallenge', { headers: { 'x-forwarded-for': newIp() } })).data as Challenge; // prettier-ignore
  return Buffer.from(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })).toString('base64'); // prettier-ignore
}

/** @returns counts by error code */
async function guess(times: number, username: string | null): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let done = 0; done < times; done += 20) {
    const burst = Array.from({ length: Math.min(20, times - done) }, (_, i) => getCode({ username, password: `guess ${i}` })); // prettier-ignore
    for (const code of await Promise.all(burst)) counts[String(code)] = (counts[String(code)] ?? 0) + 1;
  }
  return counts;
}

const toName = ({ account }: BuiltPerson) => account.username ?? '';

describe('I-13: strangers cannot lock an owner out', () => {
  it('after 1,000 guesses from changing addresses, the owner can log in from a known device, and from a new one with a captcha', async () => {
    const fan = await buildUser(app);
    const username = toName(fan);
    const { device } = (await logIn({ username, password: PASSWORD })).data;
    expect(device).toMatch(/^[\w-]{43}$/);
    expect(await guess(1000, username)).toEqual({ INCORRECT_CREDENTIALS: 50, CAPTCHA_REQUIRED: 950 });

    expect(await getCode({ username, password: PASSWORD, device })).toBe('in');
    const stranger = await logIn({ username, password: PASSWORD });
    expect(stranger.body).toMatchObject({ statusCode: 422, error: 'CAPTCHA_REQUIRED', captchaRequired: true });
    const captcha = await solve();
    expect(await getCode({ username, password: PASSWORD, captcha })).toBe('in');
    // A solution works only once.
    expect(await getCode({ username, password: PASSWORD, captcha })).toBe('CAPTCHA_FAILED');
  });

  it('after many guesses, a client without captcha support can log in after a reset by mail', async () => {
    const fan = await buildUser(app);
    const username = toName(fan);
    await guess(60, username);
    expect(await getCode({ username, password: PASSWORD })).toBe('CAPTCHA_REQUIRED');
    await app.call('requestPasswordReset', { body: { email: fan.account.email } });
    await app.jobs.drain();
    const text = app.mails.filter(({ to }) => to === fan.account.email).at(-1)?.text ?? '';
    const token = /token=([\w-]+)/.exec(text)?.[1];
    await app.call('resetPassword', { body: { token, password: 'another one' } });
    expect(await getCode({ username, password: 'another one' })).toBe('in');
  });

  it('guesses with a captcha are limited too; then only a reset or a known device lets the owner in', async () => {
    const fan = await buildUser(app);
    const username = toName(fan);
    const { device } = (await logIn({ username, password: PASSWORD })).data;
    await guess(60, username);
    expect(await getCode({ username, password: 'wrong', captcha: await solve() })).toBe('INCORRECT_CREDENTIALS');
    // The state after 500 guesses with a captcha. Their counter is the newest one.
    await app.context.db
      .update(guessCounters)
      .set({ tries: 500 })
      .where(
        sql`${lt(guessCounters.tries, 2)} and ${gt(guessCounters.endsAt, sql`(select max(ends_at) - interval '1 second' from guess_counters)`)}`,
      );
    expect(await getCode({ username, password: PASSWORD, captcha: await solve() })).toBe('RESET_REQUIRED');
    expect(await getCode({ username, password: PASSWORD, device })).toBe('in');
  });

  it('a device known to one account is unknown to others, and guesses from it are limited too', async () => {
    const [fan, other] = [await buildUser(app), await buildUser(app)];
    const { device } = (await logIn({ username: toName(fan), password: PASSWORD })).data;
    await guess(60, toName(other));
    expect(await getCode({ username: toName(other), password: PASSWORD, device })).toBe('CAPTCHA_REQUIRED');
    const results: unknown[] = [];
    for (let i = 0; i < 7; i += 1) results.push(await getCode({ username: toName(fan), password: 'wrong', device }));
    expect(results.filter((code) => code === 'INCORRECT_CREDENTIALS')).toHaveLength(5);
    expect(results.at(-1)).toBe('TOO_MANY_REQUESTS');
  });

  it('hashes of up to twenty devices per account are stored, and deleted by a new password', async () => {
    const fan = await buildUser(app);
    const username = toName(fan);
    const devices: unknown[] = [];
    for (let i = 0; i < 22; i += 1) {
      app.clock.advance({ seconds: 4 });
      devices.push((await logIn({ username, password: PASSWORD })).data.device);
    }
    const again = (await logIn({ username, password: PASSWORD, device: devices.at(-1) })).data.device;
    expect(again).toBe(devices.at(-1));
    const rows = (await app.context.db.select().from(knownDevices)).filter((row) => row.accountId === fan.id);
    expect(rows).toHaveLength(20);
    expect(JSON.stringify(rows)).not.toContain(String(again));
    const token = await app.services.session.open(fan.id);
    await app.call('updatePassword', { as: token, body: { password: 'another one' } });
    const left = (await app.context.db.select().from(knownDevices)).filter((row) => row.accountId === fan.id);
    expect(left).toEqual([]);
  });
});

describe('I-7: guesses count per account, not per spelling', () => {
  it('email, username, capitals and look-alikes share the same five guesses', async () => {
    const fan = await buildUser(app);
    const ip = newIp();
    const { username, email } = fan.account;
    const spellings = [username, email, username?.toUpperCase(), ` ${email?.toUpperCase()} `, `${username}`];
    for (const spelling of spellings) {
      expect(await getCode({ username: spelling, password: 'wrong' }, ip)).toBe('INCORRECT_CREDENTIALS');
    }
    for (const spelling of spellings) {
      expect(await getCode({ username: spelling, password: PASSWORD }, ip)).toBe('TOO_MANY_REQUESTS');
    }
    expect(await getCode({ email, password: PASSWORD }, ip)).toBe('TOO_MANY_REQUESTS');
  });

  it('unknown names get the same responses as an account, in any character width', async () => {
    expect(await guess(60, 'nobody-of-that-name')).toEqual({ INCORRECT_CREDENTIALS: 50, CAPTCHA_REQUIRED: 10 });
    expect(await guess(10, 'ｎｏｂｏｄｙ-of-that-name')).toEqual({ CAPTCHA_REQUIRED: 10 });
  });
});
