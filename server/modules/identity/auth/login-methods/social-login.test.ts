import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { accounts } from '../../../../db/schema/accounts';
import {
  choose,
  googleToken,
  twitterAnswer,
  TWITTER_CALLBACK,
  WEB_PAGE,
} from '../../../../../tests/factories/social-login';
import { buildPerformer } from '../../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const google = (tokenId: string, more = {}) =>
  app.call('loginWithGoogle', { body: { tokenId, role: 'user', ...more } });
const twitter = (answer: object, more = {}) =>
  app.call('finishTwitterLogin', { body: { ...answer, callbackUrl: TWITTER_CALLBACK, role: 'user', ...more } });
const me = async (token: string) => (await app.call('getMe', { as: token })).data;
const getRow = async ({ id }: BuiltPerson) =>
  (await app.context.db.select().from(accounts).where(eq(accounts.id, id)))[0];

describe('GET and POST /sandbox/google', () => {
  const visit = { redirect_uri: `${WEB_PAGE}?returnTo=%2Fhome`, state: 's<1>', nonce: 'n1' };
  const open = (query: Record<string, string>) =>
    app.http.inject({ url: `/sandbox/google?${new URLSearchParams(query).toString()}` });

  it('say that this is a sandbox, and offer identities, without scripts and without being frameable', async () => {
    const page = await open(visit);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.body).toContain('Sandbox.');
    expect(page.body).toContain('fan@demo.test');
    expect(page.body).toContain('value="s&#60;1&#62;"');
    expect((await app.call('getSettings')).data).toMatchObject({
      googleLoginEnabled: true,
      googleLoginClientId: '',
      googleLoginUrl: 'http://api.test/sandbox/google',
      twitterLoginEnabled: true,
      phoneLoginEnabled: true,
      sandboxParts: expect.arrayContaining(['sms', 'social']),
    });
  });

  it('redirect back with token and state in the fragment', async () => {
    const { status, location } = await choose(app, '/sandbox/google', { ...visit, person: 'fan@demo.test' });
    expect(status).toBe(303);
    expect(location?.href.split('#')[0]).toBe(visit.redirect_uri);
    const answer = new URLSearchParams(location?.hash.slice(1));
    expect(answer.get('state')).toBe('s<1>');
    expect(decodeJwt(answer.get('id_token') ?? '')).toMatchObject({
      email: 'fan@demo.test',
      email_verified: true,
      name: 'Ada Fenn',
      nonce: 'n1',
    });
    const canceled = await choose(app, '/sandbox/google', { ...visit, cancel: '1' });
    expect(canceled.location?.hash).toBe('#error=access_denied&state=s%3C1%3E');
  });

  it('redirect only to this site', async () => {
    const elsewhere = [
      'http://evil.test/auth/login',
      'http://web.test.evil.test/',
      'http://web.test@evil.test/',
      'http://user@web.test/',
      'https://web.test/auth/login',
      'http://web.test:81/',
      'http://web.test/#fragment',
      'javascript:alert(1)',
      '//web.test/',
      '/auth/login',
      '',
    ];
    for (const redirect_uri of elsewhere) {
      expect((await open({ ...visit, redirect_uri })).statusCode).toBe(400);
      const posted = await choose(app, '/sandbox/google', { ...visit, redirect_uri, person: 'fan@demo.test' });
      expect([posted.status, posted.location]).toEqual([400, null]);
    }
    expect((await open({ redirect_uri: WEB_PAGE })).statusCode).toBe(400);
  });

  it('show the form again for an invalid email', async () => {
    const { status, body } = await choose(app, '/sandbox/google', { ...visit, own: 'nobody', name: 'N' });
    expect(status).toBe(422);
    expect(body).toContain('role="alert"');
  });
});

describe('POST /auth/google/login', () => {
  it('the first time creates a fan with the email that Google verified, and later logs in to that account', async () => {
    const first = await google(await googleToken(app, 'Wren@Newcomer.test', 'Wren Hale'));
    expect(first.status).toBe(200);
    const made = await me(first.data.token);
    expect(made).toMatchObject({
      isPerformer: false,
      name: 'Wren Hale',
      email: 'wren@newcomer.test',
      verifiedEmail: true,
      username: null,
      googleConnected: true,
      twitterConnected: false,
      hasPassword: false,
    });
    const second = await google(await googleToken(app, 'wren@newcomer.test'));
    expect((await me(second.data.token))._id).toBe(made._id);
  });

  it('I-11: applies the role only to a new account', async () => {
    const created = await google(await googleToken(app, 'maker@newcomer.test'), { role: 'performer' });
    expect(await me(created.data.token)).toMatchObject({ isPerformer: true, verifiedDocument: false });

    const fan = await buildUser(app, { email: 'still-a-fan@newcomer.test' });
    const body = { tokenId: await googleToken(app, 'still-a-fan@newcomer.test'), role: 'performer' };
    const { data } = await app.call('loginWithGoogle', { body, headers: { cookie: 'role=performer' } });
    expect(await me(data.token)).toMatchObject({ _id: fan.id, isPerformer: false });
    const headers = { cookie: 'role=admin; token=x' };
    expect((await app.call('updateUser', { as: data.token, params: { id: fan.id }, body: {}, headers })).status).toBe(
      403,
    );
    expect((await app.call('updatePerformer', { as: data.token, params: { id: fan.id }, headers })).status).toBe(403);
  });

  it('links the account with the same email if both sides have verified it, and notifies its owner', async () => {
    const creator = await buildPerformer(app);
    const { data } = await google(await googleToken(app, creator.account.email ?? ''));
    expect((await me(data.token))._id).toBe(creator.id);
    await app.jobs.drain();
    const subjects = app.mails.filter(({ to }) => to === creator.account.email).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringContaining('New log-in added'));
    const linked = await app.call('listLinkedLogins', { as: data.token });
    expect(linked.data).toEqual({
      hasPassword: true,
      linked: [{ provider: 'google', label: creator.account.email, canUnlink: true }],
    });
  });

  it('does not link the account if one side has not verified the email', async () => {
    const squatter = await buildUser(app, { email: 'squatted@newcomer.test', verifiedEmail: false });
    const refused = await google(await googleToken(app, 'squatted@newcomer.test'));
    expect(refused.body).toMatchObject({ statusCode: 422, error: 'EMAIL_HAS_ACCOUNT' });
    expect((await getRow(squatter))?.googleId).toBeNull();

    const real = await buildUser(app, { email: 'somebody@real-mail.com' });
    expect((await google(await googleToken(app, 'somebody@real-mail.com'))).body.error).toBe('EMAIL_HAS_ACCOUNT');
    expect((await getRow(real))?.googleId).toBeNull();
  });

  it('does not link a second Google account because of its email', async () => {
    const fan = await buildUser(app, { googleId: 'sandbox-of-somebody-else', googleLabel: 'old@newcomer.test' });
    expect((await google(await googleToken(app, fan.account.email ?? ''))).body.error).toBe('EMAIL_HAS_ACCOUNT');
  });

  it('omits an email that Google has not verified', async () => {
    const { data } = await google(await googleToken(app, 'unconfirmed@real-mail.com'));
    expect(await me(data.token)).toMatchObject({ email: null, googleConnected: true });
  });

  it('accepts a token only once, however its signature is encoded', async () => {
    const token = await googleToken(app, 'once@newcomer.test');
    expect((await google(token)).status).toBe(200);
    expect((await google(token)).body).toMatchObject({ statusCode: 403, error: 'PROVIDER_REFUSED' });
    const last = token.at(-1) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const index = alphabet.indexOf(last);
    const twin = token.slice(0, -1) + alphabet[index - (index % 4) + ((index + 1) % 4)];
    expect((await google(twin)).status).toBe(403);
    const fresh = await googleToken(app, 'twice@newcomer.test');
    const both = await Promise.all([google(fresh), google(fresh)]);
    expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  });

  it('creates one account for two concurrent first logins', async () => {
    const tokens = await Promise.all([1, 2, 3].map(() => googleToken(app, 'hurry@newcomer.test')));
    const replies = await Promise.all(tokens.map((token) => google(token)));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
    const ids = await Promise.all(replies.map(async (reply) => (await me(reply.data.token))._id));
    expect(new Set(ids).size).toBe(1);
  });

  it('rejects tokens that are forged, expired, or for another site', async () => {
    const token = await googleToken(app, 'victim@newcomer.test');
    const [header, payload = '', signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const forge = (changes: object) => Buffer.from(JSON.stringify({ ...claims, ...changes })).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const bad of [
      'nonsense',
      'a.b.c',
      `${header}.${forge({ email: 'other@newcomer.test' })}.${signature}`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
    ]) {
      expect((await google(bad)).body).toMatchObject({ statusCode: 403, error: 'PROVIDER_REFUSED' });
    }
    app.clock.advance({ minutes: 11 });
    expect((await google(token)).status).toBe(403);
  });

  it('is unavailable if the operator has turned it off', async () => {
    const token = await googleToken(app, 'late@newcomer.test');
    await app.services.settings.write('googleLoginEnabled', false);
    const reply = await google(token);
    await app.services.settings.write('googleLoginEnabled', true);
    expect(reply.body).toMatchObject({ statusCode: 400, error: 'PROVIDER_NOT_CONFIGURED' });
  });

  it('applies the rules of all logins to inactive accounts and unverified emails', async () => {
    const gone = await buildUser(app, { status: 'inactive' });
    expect((await google(await googleToken(app, gone.account.email ?? ''))).body.error).toBe('ACCOUNT_INACTIVE');
  });
});

describe('POST /auth/twitter/login and /callback', () => {
  const start = (callbackUrl: string) => app.call('startTwitterLogin', { body: { callbackUrl } });

  it('return the tokens in both spellings, and a sandbox URL that offers identities', async () => {
    const { data } = await start(`${TWITTER_CALLBACK}?x=1`);
    expect(data.url).toBe(`http://api.test/sandbox/twitter?oauth_token=${data.oauthToken}`);
    expect([data.oauth_token, data.oauth_token_secret]).toEqual([data.oauthToken, data.oauthTokenSecret]);
    const page = await app.http.inject({ url: data.url.replace('http://api.test', '') });
    expect([page.statusCode, page.body.includes('@robinvale')]).toEqual([200, true]);
    const { location } = await choose(app, '/sandbox/twitter', { oauth_token: data.oauthToken, person: '@robinvale' });
    expect(location?.href).toMatch(
      /^http:\/\/web\.test\/auth\/twitter\/callback\?x=1&oauth_token=.+&oauth_verifier=.+$/,
    );
    const again = await app.http.inject({ url: data.url.replace('http://api.test', '') });
    expect(again.statusCode).toBe(400);
  });

  it('redirect with `denied` if the user cancels', async () => {
    const { data } = await start(TWITTER_CALLBACK);
    const { location } = await choose(app, '/sandbox/twitter', { oauth_token: data.oauthToken, cancel: '1' });
    expect(location?.href).toBe(`${TWITTER_CALLBACK}?denied=${data.oauthToken}`);
  });

  it('reject callbacks to other sites', async () => {
    for (const url of [
      'http://evil.test/auth/twitter/callback',
      'http://web.test/other/callback',
      'http://web.test.evil.test/auth/twitter/callback',
      'http://web.test@evil.test/auth/',
      'http://a:b@web.test/auth/twitter/callback',
      'https://web.test/auth/twitter/callback',
      'javascript:alert(1)',
      '/auth/twitter/callback',
    ]) {
      expect((await start(url)).body).toMatchObject({ statusCode: 400, error: 'CALLBACK_NOT_ALLOWED' });
    }
  });

  it('create an account the first time and later log in to it; the role applies only to a new account', async () => {
    const first = await twitter(await twitterAnswer(app, 'LenaOrt'), { role: 'performer' });
    const made = await me(first.data.token);
    expect(made).toMatchObject({ isPerformer: true, name: 'LenaOrt', email: null, twitterConnected: true });
    const second = await twitter(await twitterAnswer(app, 'lenaort'), { role: 'user' });
    expect(await me(second.data.token)).toMatchObject({ _id: made._id, isPerformer: true });
  });

  it('accept a Twitter response only once, and only if it is complete', async () => {
    const answer = await twitterAnswer(app, 'oncely');
    for (const change of [{ oauth_verifier: 'x' }, { oauthToken: 'x' }, { oauthTokenSecret: 'x' }]) {
      expect((await twitter({ ...answer, ...change })).body).toMatchObject({
        statusCode: 403,
        error: 'PROVIDER_REFUSED',
      });
    }
    expect((await twitter(answer)).status).toBe(200);
    expect((await twitter(answer)).status).toBe(403);
  });

  it('accept a Twitter response for only 15 minutes', async () => {
    const answer = await twitterAnswer(app, 'slowly');
    app.clock.advance({ minutes: 15 });
    expect((await twitter(answer)).status).toBe(403);
  });

  it('reject tokens of logins that were not started here', async () => {
    const stray = await app.context.gateways.twitter?.start(TWITTER_CALLBACK);
    const verifier = await app.context.gateways.twitter?.sandbox?.grant(stray?.token ?? '', { handle: 'x', name: 'x' });
    const answer = { oauth_verifier: verifier, oauthToken: stray?.token, oauthTokenSecret: stray?.secret };
    expect((await twitter(answer)).status).toBe(403);
  });
});
