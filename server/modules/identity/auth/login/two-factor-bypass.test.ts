import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { routes } from '@contract/index';
import { schemas, type EndpointName } from '@contract/schemas';
import {
  googleToken,
  newPhone,
  phoneCode,
  twitterAnswer,
  TWITTER_CALLBACK,
} from '../../../../../tests/factories/social-login';
import { enableTwoFactor, type TwoFactorPerson } from '../../../../../tests/factories/two-factor';
import { buildUser, PASSWORD } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

type LoginRoute = 'login' | 'loginWithPhone' | 'loginWithGoogle' | 'finishTwitterLogin';

/** All login methods; each builds an account and a fresh credential. */
const ways: Record<LoginRoute, { build(): Promise<{ person: TwoFactorPerson; proof(): Promise<object> }> }> = {
  login: {
    async build() {
      const person = await enableTwoFactor(app, await buildUser(app));
      return { person, proof: async () => ({ username: person.account.username, password: PASSWORD }) };
    },
  },
  loginWithPhone: {
    async build() {
      const phone = newPhone();
      const person = await enableTwoFactor(app, await buildUser(app, { phone, verifiedPhone: true }));
      return {
        person,
        async proof() {
          app.clock.advance({ minutes: 2 });
          return { phone, code: await phoneCode(app, phone) };
        },
      };
    },
  },
  loginWithGoogle: {
    async build() {
      const fan = await buildUser(app);
      const email = fan.account.email ?? '';
      await app.call('linkGoogle', { as: fan.token, body: { tokenId: await googleToken(app, email) } });
      const person = await enableTwoFactor(app, fan);
      return { person, proof: async () => ({ tokenId: await googleToken(app, email), role: 'user' }) };
    },
  },
  finishTwitterLogin: {
    async build() {
      const fan = await buildUser(app);
      const handle = fan.account.username ?? '';
      await app.call('linkTwitter', { as: fan.token, body: await twitterAnswer(app, handle) });
      const person = await enableTwoFactor(app, fan);
      const role = 'user';
      return {
        person,
        proof: async () => ({ ...(await twitterAnswer(app, handle)), callbackUrl: TWITTER_CALLBACK, role }),
      };
    },
  },
};
const names = Object.keys(ways) as LoginRoute[];

describe('I-6: two-factor log-in cannot be bypassed', () => {
  it('these tests cover every public endpoint that returns a token', () => {
    const givesToken = (name: EndpointName) => {
      const { data } = schemas[name];
      return routes[name].access === 'public' && data instanceof z.ZodObject && 'token' in data.shape;
    };
    expect((Object.keys(routes) as EndpointName[]).filter(givesToken).toSorted()).toEqual(
      // A reset returns no token to accounts with two-factor login, which another test covers.
      [...names, 'resetPassword'].toSorted(),
    );
  });

  it('sessions are opened in only one place', () => {
    const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) =>
        /session\.(open|create)\(|\bopenSession\(/.test(readFileSync(path.join('server', file), 'utf8')),
      );
    expect(files.toSorted()).toEqual([
      'modules/identity/auth/login/login-completion-service.ts',
      // The first of these defines the function, the second exposes it as `open` and `create`.
      'modules/identity/auth/session/open-session.ts',
      'modules/identity/auth/session/session-service.ts',
    ]);
  });

  describe.each(names)('%s', (name) => {
    const enter = (body: object, headers = {}) => app.call(name, { body, headers });

    it('requires the second step, and accepts the same credential once, together with it', async () => {
      const { person, proof } = await ways[name].build();
      const body = await proof();
      for (let i = 0; i < 2; i += 1) {
        const asked = await enter(body);
        expect(asked.body).toEqual({
          statusCode: 403,
          error: 'TWO_STEP_REQUIRED',
          message: 'Enter the code from your authenticator app.',
          twoStepRequired: true,
        });
      }
      const wrong = await enter({ ...body, verificationCode: '000000' });
      expect(wrong.body).toMatchObject({ statusCode: 422, error: 'INVALID_VERIFICATION_CODE', twoStepRequired: true });

      const right = await enter({ ...body, verificationCode: await person.nextCode() });
      expect(right.status).toBe(200);
      expect(await app.services.session.findActor(right.data.token)).toMatchObject({ id: person.id });
      if (name === 'login') return;
      const again = await enter({ ...body, verificationCode: await person.nextCode() });
      expect([again.status, again.body.data]).toEqual([expect.any(Number), undefined]);
      expect(again.status).toBeGreaterThanOrEqual(403);
    });

    it('accepts a recovery code instead', async () => {
      const { person, proof } = await ways[name].build();
      const reply = await enter({ ...(await proof()), verificationCode: person.recoveryCodes[0] });
      expect(reply.status).toBe(200);
    });

    it('ignores anything else that a client may send', async () => {
      const { proof } = await ways[name].build();
      const body = await proof();
      const tricks = [
        { twoStepRequired: false, twoStepEnabled: false, enable2StepEmail: false, skipTwoFactor: true, remember: true },
        { verificationCode: ' ' },
        { verificationCode: null },
        { verificationCode: true },
        { verificationCode: ['000000'] },
        { verificationCode: {} },
      ];
      for (const trick of tricks) {
        const reply = await enter({ ...body, ...trick }, { cookie: 'role=performer; twoFactor=done' });
        expect([400, 403, 422]).toContain(reply.status);
        expect(reply.data).toBeUndefined();
      }
    });
  });

  it('stays on after a password reset by mail', async () => {
    const { person } = await ways.login.build();
    const { email } = person.account;
    await app.call('requestPasswordReset', { body: { email } });
    await app.jobs.drain();
    const mail = app.mails.findLast(({ to, subject }) => to === email && subject.includes('new password'));
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const reset = await app.call('resetPassword', { body: { token, password: 'another one' } });
    expect(reset.data).toEqual({ success: true, twoStepRequired: true, email });
    const enter = (verificationCode?: string) =>
      app.call('login', { body: { username: email, password: 'another one', verificationCode } });
    expect((await enter()).body.error).toBe('TWO_STEP_REQUIRED');
    expect((await enter(await person.nextCode())).status).toBe(200);
  });

  it('stays on if somebody signs up with the same email, and the sign-up returns no token', async () => {
    const { person } = await ways.login.build();
    const body = { email: person.account.email, password: 'mine now' };
    const again = await app.call('registerUser', { body });
    expect(again.data).toEqual({ message: expect.any(String) });
    expect((await app.call('login', { body: { username: body.email, password: 'mine now' } })).status).toBe(422);
    const fresh = await app.call('registerUser', { body: { email: 'new@example.test', password: 'a good password' } });
    expect(fresh.data).toEqual({ message: expect.any(String) });
  });

  it('stays on for an account that a Google login has linked by email', async () => {
    const { person } = await ways.login.build();
    const tokenId = await googleToken(app, person.account.email ?? '');
    const enter = (verificationCode?: string) =>
      app.call('loginWithGoogle', { body: { tokenId, role: 'user', verificationCode } });
    expect((await enter()).body.error).toBe('TWO_STEP_REQUIRED');
    expect((await app.call('listLinkedLogins', { as: person.token })).data.linked).toEqual([]);
    expect((await enter(await person.nextCode())).status).toBe(200);
    expect((await app.call('listLinkedLogins', { as: person.token })).data.linked).toHaveLength(1);
  });

  it('applies to a login that was already running when it was turned on', async () => {
    const fan = await buildUser(app);
    const body = { username: fan.account.username, password: PASSWORD };
    const logins = Array.from({ length: 12 }, () => app.call('login', { body }));
    const person = await enableTwoFactor(app, fan);
    const tokens = (await Promise.all(logins)).flatMap((reply) => (reply.status === 200 ? [reply.data.token] : []));
    const alive = await Promise.all(tokens.map((token) => app.services.session.findActor(token)));
    expect(alive.filter((actor) => actor !== null)).toEqual([]);
    expect(person.recoveryCodes).toHaveLength(10);
  });
});
