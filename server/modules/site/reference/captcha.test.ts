import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { spentCaptchas } from '../../../db/schema/rate-limits';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { howBusy } from '../../../../tests/harness/how-busy';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** Requests and solves a challenge, as browsers do. */
async function solve(): Promise<string> {
  const { data: challenge } = await app.call('createCaptchaChallenge');
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

const verify = async (token: string, on = app) => (await on.call('verifyCaptcha', { body: { token } })).data;
const message = { name: 'Ann', email: 'ann@example.test', message: 'Hello' };

describe('the self-hosted captcha', () => {
  it('is the default, and public settings say so', async () => {
    expect((await app.call('getSettings')).data).toMatchObject({
      captchaProvider: 'altcha',
      enableGoogleReCaptcha: false,
      googleReCaptchaSiteKey: '',
      captchaForms: ['contact'],
    });
  });

  it('POST /re-captcha/verify accepts a solution once, whichever process gets it', async () => {
    const second = await buildTestApp({}, { beside: app });
    const token = await solve();
    expect(await verify(token)).toEqual({ success: true, challenge_ts: expect.any(String), hostname: 'web.test' });
    expect(await verify(token)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] });
    expect(await verify(token, second)).toMatchObject({ success: false });
    await second.close();
  });

  it('accepts only one of several concurrent requests with the same solution', async () => {
    const token = await solve();
    const verdicts = await Promise.all(Array.from({ length: 10 }, () => verify(token)));
    expect(verdicts.filter(({ success }) => success)).toHaveLength(1);
  });

  it('rejects expired, made-up, altered and unsigned solutions', async () => {
    const token = await solve();
    type Solved = { challenge: { parameters: Record<string, unknown>; signature?: string }; solution: object };
    const change = (edit: (solved: Solved) => void) => {
      const solved = JSON.parse(Buffer.from(token, 'base64').toString()) as Solved;
      edit(solved);
      return Buffer.from(JSON.stringify(solved)).toString('base64');
    };
    const wrong = [
      'x',
      Buffer.from('{}').toString('base64'),
      change(({ solution }) => Object.assign(solution, { derivedKey: '00'.repeat(32) })),
      change(({ challenge }) => Object.assign(challenge.parameters, { keyPrefix: '0' })),
      change(({ challenge }) => Object.assign(challenge.parameters, { expiresAt: 9_999_999_999 })),
      change(({ challenge }) => void delete challenge.signature),
      change(({ challenge }) => Object.assign(challenge, { signature: '0'.repeat(64) })),
    ];
    for (const one of wrong) expect(await verify(one)).toMatchObject({ success: false });
    await verify(token);
    const shouted = change(({ challenge }) =>
      Object.assign(challenge, { signature: challenge.signature?.toUpperCase() }),
    );
    expect(await verify(shouted)).toMatchObject({ success: false });
    app.clock.advance({ minutes: 11 });
    expect(await verify(token)).toMatchObject({ 'error-codes': ['timeout-or-duplicate'] });
  });

  it('deletes solutions once they have expired', async () => {
    await verify(await solve());
    app.clock.advance({ minutes: 11 });
    await verify(await solve());
    expect(await app.context.db.select().from(spentCaptchas)).toHaveLength(1);
  });
});

describe('forms with a captcha', () => {
  beforeAll(() => app.services.settings.write('captchaForms', ['contact', 'register']));

  it('POST /contact accepts each solution only once', async () => {
    const send = (captcha: string) => app.call('sendContactMessage', { body: { ...message, captcha } });
    const refusal = { statusCode: 422, error: 'CAPTCHA_FAILED' };
    expect((await send('nonsense')).body).toMatchObject(refusal);
    const captcha = await solve();
    expect((await send(captcha)).status).toBe(200);
    expect((await send(captcha)).body).toMatchObject(refusal);
  });

  it('POST /contact accepts a message without a token, but not a flood of them', async () => {
    const limited = await buildTestApp({ RATE_LIMITS: '1' }, { beside: app });
    const send = async (captcha?: string) =>
      (await limited.call('sendContactMessage', { body: { ...message, captcha } })).status;
    expect([await send(), await send(), await send()]).toEqual([200, 200, 429]);
    expect(await send(await solve())).toBe(200);
    await limited.close();
  });

  it('both kinds of sign-up need a solution', async () => {
    const person = { email: 'new@example.test', password: 'a long password', username: 'newcomer', gender: 'female' };
    expect((await app.call('registerUser', { body: person })).body).toMatchObject({ error: 'CAPTCHA_FAILED' });
    const performer = await app.call('registerPerformer', { body: person, files: {} });
    expect(performer.body).toMatchObject({ error: 'CAPTCHA_FAILED' });
    expect((await app.call('registerUser', { body: { ...person, captcha: await solve() } })).status).toBe(200);
  });
});

describe('reCAPTCHA', () => {
  let google: Server;
  let asked: URLSearchParams[];
  let answer: (respond: (status: number, body: string) => void) => void;
  let guarded: TestApp;
  beforeAll(async () => {
    asked = [];
    google = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        asked.push(new URLSearchParams(body));
        answer((status, text) => response.writeHead(status).end(text));
      });
    });
    await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
    guarded = await buildTestApp({
      RECAPTCHA_SECRET: 'the secret',
      RECAPTCHA_SITE_KEY: 'the site key',
      RECAPTCHA_URL: `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`,
    });
    await guarded.services.settings.write('captchaForms', ['contact']);
  });
  afterAll(async () => {
    await guarded.close();
    google.closeAllConnections();
    await new Promise((resolve) => google.close(resolve));
  });

  it('gets the secret and the caller’s address, and its result is used', async () => {
    const verdict = { success: true, challenge_ts: '2026-01-01T00:00:00Z', hostname: 'web.test' };
    answer = (respond) => respond(200, JSON.stringify({ ...verdict, score: 0.9 }));
    expect(await verify('from the page', guarded)).toEqual(verdict);
    expect(Object.fromEntries(asked[0]!)).toEqual({
      secret: 'the secret',
      response: 'from the page',
      remoteip: '127.0.0.1',
    });
    expect((await guarded.call('getSettings')).data).toMatchObject({
      captchaProvider: 'recaptcha',
      enableGoogleReCaptcha: true,
      googleReCaptchaSiteKey: 'the site key',
    });
    expect((await guarded.call('createCaptchaChallenge')).body).toMatchObject({ error: 'PROVIDER_NOT_CONFIGURED' });
  });

  it.each([
    ['rejects the token', 200, '{"success":false,"error-codes":["invalid-input-response"]}'],
    ['returns no JSON', 200, '<html>'],
    ['returns an incomplete result', 200, '{}'],
    ['fails', 500, '{"success":true}'],
    ['redirects', 302, ''],
  ])('rejects the form if the service %s', async (_case, status, text) => {
    answer = (respond) => respond(status, text);
    expect(await verify('x', guarded)).toMatchObject({ success: false });
    const reply = await guarded.call('sendContactMessage', { body: { ...message, captcha: 'x' } });
    expect(reply.body).toMatchObject({ statusCode: 422, error: 'CAPTCHA_FAILED' });
  });

  it('times out after five seconds', async () => {
    answer = () => undefined;
    const begun = Date.now();
    expect(await verify('x', guarded)).toEqual({ success: false, 'error-codes': ['service-unreachable'] });
    expect(Date.now() - begun).toBeLessThan(7_000 * howBusy());
  });
});
