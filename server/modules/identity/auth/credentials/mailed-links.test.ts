import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { accounts } from '../../../../db/schema/accounts';
import { rooms } from '../../../../realtime/publish';
import { buildOperator } from '../../../../../tests/factories/operator';
import { buildPerformer } from '../../../../../tests/factories/performer';
import { enableTwoFactor } from '../../../../../tests/factories/two-factor';
import { buildUser, PASSWORD } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function readLink(to: string): Promise<URL> {
  await app.jobs.drain();
  const mail = app.mails.filter((sent) => sent.to === to).at(-1);
  const url = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
  if (url === undefined) throw new Error(`No mail with a link was sent to ${to}`);
  expect(mail?.html).toContain(url.replaceAll('&', '&#38;'));
  return new URL(url);
}
const getToken = (link: URL) => link.searchParams.get('token') ?? '';
const inspect = async (link: URL) =>
  (await app.call('inspectMailLink', { body: { action: 'verify-email', token: getToken(link) } })).data.state;
const press = (link: URL) => app.call('useMailLink', { body: { action: 'verify-email', token: getToken(link) } });
const isVerified = async (id: string) => {
  const [row] = await app.context.db.select().from(accounts).where(eq(accounts.id, id));
  return row?.verifiedEmail;
};

describe('POST /auth/users/register', () => {
  const register = (body: object) => app.call('registerUser', { body: { password: 'a good password', ...body } });

  it('creates an account that can log in, and mails a verification link', async () => {
    const { status, data } = await register({ email: 'Nell@Example.test', username: 'Nell', rel: 'friend-7' });
    expect(status).toBe(200);
    expect(data.message).toContain('link');
    const [row] = await app.context.db.select().from(accounts).where(eq(accounts.username, 'nell'));
    expect(row).toMatchObject({
      kind: 'user',
      email: 'nell@example.test',
      verifiedEmail: false,
      referredBy: 'friend-7',
    });
    expect((await app.call('login', { body: { username: 'nell', password: 'a good password' } })).status).toBe(200);

    const link = await readLink('nell@example.test');
    expect(link.href).toMatch(/^http:\/\/web\.test\/auth\/email-verified\?token=[\w-]+$/);
    expect((await press(link)).status).toBe(200);
    expect(await isVerified(row?.id ?? '')).toBe(true);
    expect(app.events.at(-1)).toMatchObject({ event: 'account_changed', room: rooms.account(row?.id ?? '') });
    expect([await inspect(link), (await press(link)).status]).toEqual(['done', 200]);
  });

  it('rejects short and guessable passwords with the reason, and accepts digests from browsers that hash', async () => {
    const weak = async (password: string, more: object = {}) =>
      (await register({ email: `weak${password.length}@example.test`, password, ...more })).body;
    expect(await weak('seven77')).toMatchObject({ statusCode: 400 });
    for (const password of ['password1', '12345678', 'qwertyuiop', 'aaaaaaaaaa']) {
      expect(await weak(password)).toMatchObject({ statusCode: 422, error: 'PASSWORD_TOO_WEAK' });
    }
    expect(await weak('ottilie.b', { name: 'Ottilie Brandt', username: 'ottilie.b' })).toMatchObject({
      error: 'PASSWORD_TOO_WEAK',
      message: expect.stringContaining('your name, username or email'),
    });
    const digest = createHash('md5').update('password1').digest('hex');
    expect((await register({ email: 'digest@example.test', password: digest })).status).toBe(200);
  });

  it('finds the same usernames available as the sign-up does', async () => {
    const fan = await buildUser(app);
    const check = async (username: string, as?: string) =>
      (await app.call('checkUsername', { as, query: { username } })).data;
    expect(await check('nobody-has-this')).toEqual({ available: true });
    expect(await check(` ${fan.account.username?.toUpperCase()} `)).toEqual({
      available: false,
      reason: 'This username is taken.',
    });
    for (const username of ['settings', 'a b', 'x']) expect(await check(username)).toMatchObject({ available: false });
    // A username that the account itself gave up is still available to it.
    const before = fan.account.username ?? '';
    await app.call('updateMe', { as: fan.token, body: { username: 'renamed-fan' } });
    expect([await check(before), await check(before, fan.token)]).toMatchObject([
      { available: false },
      { available: true },
    ]);
  });

  it('rejects a username that is taken with 400, and a reserved one with 422', async () => {
    const fan = await buildUser(app);
    const named = await register({ email: 'other@example.test', username: fan.account.username });
    expect(named.status).toBe(400);
    const reserved = await register({ email: 'other@example.test', username: 'settings' });
    expect(reserved.body).toMatchObject({ statusCode: 422, error: 'USERNAME_RESERVED' });
  });

  it('creates only one account for two concurrent sign-ups', async () => {
    await Promise.all([1, 2].map(() => register({ email: 'twin@example.test', username: 'twin' })));
    const rows = await app.context.db.select().from(accounts).where(eq(accounts.email, 'twin@example.test'));
    expect(rows).toHaveLength(1);
  });

  it('rejects an invalid email, username or password', async () => {
    for (const body of [
      { email: 'nobody' },
      { email: 'a@b.test', username: 'a b' },
      { email: 'a@b.test', password: '1' },
    ]) {
      expect((await register(body)).status).toBe(400);
    }
  });
});

describe('POST /auth/email-verification', () => {
  it('mails the link again, at most four times an hour', async () => {
    const fan = await buildUser(app, { verifiedEmail: false });
    const email = fan.account.email ?? '';
    for (let i = 0; i < 6; i += 1) {
      const { data } = await app.call('sendEmailVerification', { body: { source: { _id: fan.id, email } } });
      expect(data.message).toContain('inbox');
    }
    const link = await readLink(email);
    expect(app.mails.filter((mail) => mail.to === email).length).toBe(4);
    expect((await press(link)).status).toBe(200);
    const again = await app.call('sendEmailVerification', { body: { source: { _id: fan.id, email } } });
    expect(again.data.message).toContain('inbox');
    await app.jobs.drain();
    expect(app.mails.filter((mail) => mail.to === email).length).toBe(4);
  });

  it('right after the sign-up, needs only the email and no login', async () => {
    const fan = await buildUser(app, { verifiedEmail: false });
    const email = fan.account.email ?? '';
    expect((await app.call('sendEmailVerification', { body: { source: { email } } })).status).toBe(200);
    expect((await press(await readLink(email))).status).toBe(200);
    const nobody = await app.call('sendEmailVerification', { body: { source: { email: 'nobody@example.test' } } });
    expect(nobody.status).toBe(200);
    await app.jobs.drain();
    expect(app.mails.filter(({ to }) => to === 'nobody@example.test')).toEqual([]);
  });

  it('mails nothing if id and email do not match', async () => {
    const [one, two] = [await buildUser(app), await buildUser(app)];
    const source = { _id: one.id, email: two.account.email };
    const before = app.mails.length;
    expect((await app.call('sendEmailVerification', { body: { source } })).status).toBe(200);
    await app.jobs.drain();
    expect(app.mails).toHaveLength(before);
  });
});

describe('the link that verifies an email', () => {
  it('leads back to the fan’s last page on any device, but never to another site', async () => {
    const wishes = ['/post/7?tab=comments', '//evil.test', 'https://evil.test/', '/\\evil.test'];
    const targets: (string | null)[] = [];
    for (const [index, returnTo] of wishes.entries()) {
      const email = `back${index}@example.test`;
      expect((await app.call('registerUser', { body: { email, password: 'a good password', returnTo } })).status).toBe(
        200,
      );
      targets.push((await readLink(email)).searchParams.get('returnTo'));
    }
    expect(targets).toEqual(['/post/7?tab=comments', null, null, null]);
    const source = { email: 'back1@example.test' };
    await app.call('sendEmailVerification', { body: { source, returnTo: '/wallet' } });
    expect((await readLink('back1@example.test')).searchParams.get('returnTo')).toBe('/wallet');
  });

  it('redirects to the web app if it points to the API, as in older mails', async () => {
    for (const path of ['/auth/email-verified', '/auth/email-change', '/auth/email-revert', '/auth/unsubscribe']) {
      const { statusCode, headers } = await app.http.inject({ url: `${path}?token=abc` });
      expect([statusCode, headers.location]).toEqual([302, `http://web.test${path}?token=abc`]);
      expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
    }
  });

  it('I-12: verifies only when its button is clicked, not when it is opened, as mail scanners do', async () => {
    const fan = await buildUser(app, { verifiedEmail: false });
    await app.call('sendEmailVerification', { body: { source: { _id: fan.id, email: fan.account.email } } });
    const link = await readLink(fan.account.email ?? '');
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      await app.http.inject({ method, url: link.pathname + link.search });
    }
    expect(await inspect(link)).toBe('open');
    expect(await isVerified(fan.id)).toBe(false);
    expect((await press(link)).status).toBe(200);
    expect(await isVerified(fan.id)).toBe(true);
  });

  it('fails if it is invalid, expired, or for an email that the account no longer has', async () => {
    const fan = await buildUser(app, { verifiedEmail: false });
    const resend = () =>
      app.call('sendEmailVerification', { body: { source: { _id: fan.id, email: fan.account.email } } });
    const nonsense = new URL('http://web.test/auth/email-verified?token=nonsense');
    expect([await inspect(nonsense), (await press(nonsense)).body]).toEqual([
      'gone',
      expect.objectContaining({ statusCode: 422, error: 'LINK_EXPIRED' }),
    ]);

    await resend();
    const moved = await readLink(fan.account.email ?? '');
    await app.context.db.update(accounts).set({ email: 'moved@example.test' }).where(eq(accounts.id, fan.id));
    expect([await inspect(moved), (await press(moved)).status]).toEqual(['gone', 422]);
    await app.context.db.update(accounts).set({ email: fan.account.email }).where(eq(accounts.id, fan.id));

    await resend();
    const late = await readLink(fan.account.email ?? '');
    app.clock.advance({ days: 3, seconds: 1 });
    expect([await inspect(late), (await press(late)).status]).toEqual(['gone', 422]);
    expect(await isVerified(fan.id)).toBe(false);
  });
});

describe('POST /auth/users/forgot and /auth/users/reset', () => {
  const forgot = (email: string | null) => app.call('requestPasswordReset', { body: { email } });
  const reset = (token: string, password = 'changed it') => app.call('resetPassword', { body: { token, password } });

  it('set a new password once through the mailed link, end all sessions and log in', async () => {
    const creator = await buildPerformer(app, { verifiedEmail: false });
    expect((await forgot(creator.account.email)).data).toEqual({ success: true });
    const link = await readLink(creator.account.email ?? '');
    expect(link.href).toMatch(/^http:\/\/web\.test\/auth\/reset-password\?token=/);

    const { data } = await reset(getToken(link));
    expect(data).toEqual({ success: true, token: expect.any(String), device: expect.any(String) });
    expect((await app.services.session.findActor(data.token ?? ''))?.id).toBe(creator.id);
    // The mail about the password also covers this login, so its device is known now.
    await app.call('login', { body: { username: creator.account.email, password: 'changed it', device: data.device } });
    await app.jobs.drain();
    expect(app.mails.at(-1)?.subject).toContain('password for');
    expect(await app.services.session.findActor(creator.token)).toBeNull();
    expect(await isVerified(creator.id)).toBe(true);
    const enter = (password: string) => app.call('login', { body: { username: creator.account.email, password } });
    expect([(await enter(PASSWORD)).status, (await enter('changed it')).status]).toEqual([422, 200]);
    expect((await reset(getToken(link))).body).toMatchObject({ statusCode: 422, error: 'LINK_EXPIRED' });
  });

  it('I-6: for an account with two-factor login, return the email, and that a second step is required', async () => {
    const fan = await buildUser(app);
    await enableTwoFactor(app, fan);
    await forgot(fan.account.email);
    const { data } = await reset(getToken(await readLink(fan.account.email ?? '')));
    expect(data).toEqual({ success: true, twoStepRequired: true, email: fan.account.email });
  });

  it('reject a guessable password with the reason, and the link stays valid', async () => {
    const fan = await buildUser(app);
    await forgot(fan.account.email);
    const token = getToken(await readLink(fan.account.email ?? ''));
    const { body } = await reset(token, 'password1');
    expect(body).toMatchObject({
      statusCode: 422,
      error: 'PASSWORD_TOO_WEAK',
      message: expect.stringContaining('people use'),
    });
    expect((await reset(token, 'changed it')).status).toBe(200);
  });

  it('accept a link for an hour, and only the newest one', async () => {
    const fan = await buildUser(app);
    await forgot(fan.account.email);
    const first = getToken(await readLink(fan.account.email ?? ''));
    await forgot(fan.account.email);
    const second = getToken(await readLink(fan.account.email ?? ''));
    expect((await reset(first)).status).toBe(422);
    app.clock.advance({ minutes: 61 });
    expect((await reset(second)).status).toBe(422);
  });

  it('accept a link only once, even if it is sent twice concurrently', async () => {
    const fan = await buildUser(app);
    await forgot(fan.account.email);
    const token = getToken(await readLink(fan.account.email ?? ''));
    const both = await Promise.all([reset(token, 'first one'), reset(token, 'second one')]);
    expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it('I-7: respond in the same way for a closed account, and mail that it is closed and how to write to us', async () => {
    const fan = await buildUser(app);
    const owner = await buildOperator(app);
    const body = { reason: 'Copied pictures' };
    await app.call('closeAccount', { as: owner.token, params: { id: fan.id }, body });
    const sent = async () => {
      await app.jobs.drain();
      return app.mails.filter(({ to }) => to === fan.account.email).slice(1);
    };
    await app.jobs.drain();
    expect((await forgot(fan.account.email)).body).toEqual((await forgot('nobody@example.test')).body);
    expect(await sent()).toMatchObject([{ subject: expect.stringContaining('is closed') }]);
    const [mail] = await sent();
    expect(mail?.text).toContain('http://web.test/contact');
    expect(mail?.text).not.toContain('token=');
    for (let again = 0; again < 4; again += 1) await forgot(fan.account.email);
    expect(await sent()).toHaveLength(3);
  });

  it('respond in the same way for an unknown email, but mail nothing', async () => {
    expect((await forgot('nobody@example.test')).data).toEqual({ success: true });
    await app.jobs.drain();
    expect(app.mails.filter((mail) => mail.to === 'nobody@example.test')).toEqual([]);
  });

  it('reject a verification link', async () => {
    const fan = await buildUser(app, { verifiedEmail: false });
    await app.call('sendEmailVerification', { body: { source: { _id: fan.id, email: fan.account.email } } });
    expect((await reset(getToken(await readLink(fan.account.email ?? '')))).status).toBe(422);
  });
});
