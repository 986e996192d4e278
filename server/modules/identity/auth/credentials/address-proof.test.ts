import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { accounts } from '../../../../db/schema/accounts';
import { recoveryCodes, twoFactors } from '../../../../db/schema/logins';
import { googleToken, newPhone, phoneCode, twitterAnswer } from '../../../../../tests/factories/social-login';
import { appCode, enableTwoFactor } from '../../../../../tests/factories/two-factor';
import { buildUser, PASSWORD, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

let count = 0;
const next = () => (count += 1);
const readRow = async (id: string) => (await app.context.db.select().from(accounts).where(eq(accounts.id, id)))[0]!;
const isAlive = async (token: string) => (await app.services.session.findActor(token)) !== null;
const enter = async (username: string, password: string) =>
  (await app.call('login', { body: { username, password } })).status === 200;

async function readMail(to: string, kind: 'email-verified' | 'reset-password'): Promise<string> {
  await app.jobs.drain();
  const link = new RegExp(`${kind}\\?token=([\\w-]+)`);
  return app.mails.filter((mail) => mail.to === to).flatMap(({ text }) => link.exec(text)?.[1] ?? []).at(-1) ?? ''; // prettier-ignore
}
async function verify(email: string): Promise<void> {
  const id = (await app.context.db.select().from(accounts).where(eq(accounts.email, email)))[0]?.id;
  await app.call('sendEmailVerification', { body: { source: { _id: id, email } } });
  const token = await readMail(email, 'email-verified');
  await app.call('useMailLink', { body: { action: 'verify-email', token } });
}
async function reset(email: string, password: string): Promise<void> {
  await app.call('requestPasswordReset', { body: { email } });
  await app.call('resetPassword', { body: { token: await readMail(email, 'reset-password'), password } });
}

const links = {
  google: async (token: string) =>
    app.call('linkGoogle', { as: token, body: { tokenId: await googleToken(app, `g${next()}@newcomer.test`) } }),
  twitter: async (token: string) =>
    app.call('linkTwitter', { as: token, body: await twitterAnswer(app, `handle_${next()}`) }),
  async phone(token: string) {
    const phone = newPhone();
    return app.call('linkPhone', { as: token, body: { phone, code: await phoneCode(app, phone) } });
  },
  async twoFactor(token: string) {
    const begun = await app.call('connectTwoFactor', { as: token, body: {} });
    if (begun.status !== 200) return begun;
    const body = { verificationCode: await appCode(app, begun.data.secret) };
    return app.call('verifyTwoFactor', { as: token, body });
  },
} as const;
type Kind = keyof typeof links;
const kinds = Object.keys(links) as Kind[];

const attachedTo = ({ googleId, twitterId, verifiedPhone, twoStepEnabled }: typeof accounts.$inferSelect): Kind[] => [
  ...(googleId === null ? [] : (['google'] as const)),
  ...(twitterId === null ? [] : (['twitter'] as const)),
  ...(verifiedPhone ? (['phone'] as const) : []),
  ...(twoStepEnabled ? (['twoFactor'] as const) : []),
];

describe('I-12: verifying an address proves ownership of the account', () => {
  it('whatever the order of registering, linking, verifying and resetting', async () => {
    const step = fc.constantFrom(...kinds, 'verify' as const, 'reset' as const);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const email = `victim${next()}@example.test`;
        await app.call('registerUser', { body: { email, password: 'the guest chose' } });
        const [row] = await app.context.db.select().from(accounts).where(eq(accounts.email, email));
        const id = row!.id;
        let token = await app.services.session.open(id);
        let isProved = false;
        const expected = new Set<Kind>();
        for (const now of steps) {
          app.clock.advance({ minutes: 61 });
          const guestAccess: string[] = [];
          const results: [Kind, string][] = [];
          const expectedResults: [Kind, string][] = [];
          if (now === 'verify') {
            if (!isProved) await verify(email);
            isProved = true;
          } else if (now === 'reset') {
            await reset(email, `the owner chose ${next()}`);
            if (await isAlive(token)) guestAccess.push('session');
            if (await enter(email, 'the guest chose')) guestAccess.push('password');
            // Login methods that are added after the verification are the owner's, so a reset does not remove them.
            if (!isProved) expected.clear();
            isProved = true;
            token = await app.services.session.open(id);
          } else {
            token = await app.services.session.open(id);
            if (expected.has(now)) continue;
            const reply = await links[now](token);
            results.push([now, reply.status === 200 ? 'linked' : String(reply.body.error)]);
            expectedResults.push([now, isProved ? 'linked' : 'EMAIL_NOT_VERIFIED']);
            if (isProved) expected.add(now);
          }
          expect(guestAccess).toEqual([]);
          expect(results).toEqual(expectedResults);
          const after = await readRow(id);
          expect(after.verifiedEmail).toBe(isProved);
          expect(attachedTo(after).toSorted()).toEqual([...expected].toSorted());
        }
      }),
      { numRuns: 15, seed: 12 },
    );
  });

  /** An account from before verification was required to link login methods. */
  async function buildSquatted(): Promise<BuiltPerson> {
    const person = await buildUser(app);
    for (const link of [links.google, links.twitter, links.phone]) await link(person.token);
    const { id, token } = await enableTwoFactor(app, person);
    await app.context.db
      .update(accounts)
      .set({ verifiedEmail: false, pendingEmail: 'guest@example.test' })
      .where(eq(accounts.id, id));
    expect(attachedTo(await readRow(id))).toEqual(kinds);
    expect(await isAlive(token)).toBe(true);
    return person;
  }

  it.each(['verify', 'reset'] as const)(
    'the first %s removes login methods added before, and ends their sessions',
    async (way) => {
      const { id, token, account } = await buildSquatted();
      const email = account.email ?? '';
      if (way === 'verify') await verify(email);
      else await reset(email, 'the owner chose');
      const row = await readRow(id);
      expect(attachedTo(row)).toEqual([]);
      expect(row).toMatchObject({ verifiedEmail: true, googleLabel: null, twitterLabel: null, phone: null });
      expect(row.pendingEmail).toBeNull();
      expect(await isAlive(token)).toBe(false);
      const db = app.context.db;
      expect(await db.select().from(twoFactors).where(eq(twoFactors.accountId, id))).toEqual([]);
      expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.accountId, id))).toEqual([]);
      expect(await enter(email, way === 'verify' ? PASSWORD : 'the owner chose')).toBe(true);
    },
  );

  it('the first verification also removes a two-factor secret that is waiting for its first code', async () => {
    const fan = await buildUser(app);
    const { secret } = (await app.call('connectTwoFactor', { as: fan.token, body: {} })).data;
    await app.context.db.update(accounts).set({ verifiedEmail: false }).where(eq(accounts.id, fan.id));
    await verify(fan.account.email ?? '');
    const token = await app.services.session.open(fan.id);
    const late = await app.call('verifyTwoFactor', {
      as: token,
      body: { verificationCode: await appCode(app, secret) },
    });
    expect(late.body.error).toBe('TWO_STEP_NOT_STARTED');
  });

  it('the first verification keeps sessions and an unverified phone if no login method has been added', async () => {
    const fan = await buildUser(app, { verifiedEmail: false, phone: '+351 910 000 002' });
    await verify(fan.account.email ?? '');
    expect(await isAlive(fan.token)).toBe(true);
    expect((await readRow(fan.id)).phone).toBe('+351 910 000 002');
  });

  it('the first reset removes login methods that are linked concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const fan = await buildUser(app, { verifiedEmail: false });
      const email = fan.account.email ?? '';
      await app.call('requestPasswordReset', { body: { email } });
      const token = await readMail(email, 'reset-password');
      await Promise.all([
        app.call('resetPassword', { body: { token, password: 'the owner chose' } }),
        links.google(fan.token),
        links.phone(fan.token),
      ]);
      expect(attachedTo(await readRow(fan.id))).toEqual([]);
    }
  });

  it('the first reset overrides a concurrent new password of the person who registered the address', async () => {
    for (let round = 0; round < 3; round += 1) {
      const fan = await buildUser(app, { verifiedEmail: false });
      const email = fan.account.email ?? '';
      await app.call('requestPasswordReset', { body: { email } });
      const token = await readMail(email, 'reset-password');
      await Promise.all([
        app.call('resetPassword', { body: { token, password: 'the owner chose' } }),
        app.call('updatePassword', { as: fan.token, body: { password: 'the guest chose' } }),
        app.call('updateMe', { as: fan.token, body: { password: 'the guest chose' } }),
      ]);
      // The other new password may have invalidated the link, so request it again. It can never override the reset.
      if (!(await enter(email, 'the owner chose'))) await reset(email, 'the owner chose');
      expect(await enter(email, 'the owner chose')).toBe(true);
    }
  });

  it('an account without an email address can link login methods, because its phone or social login is verified', async () => {
    const fan = await buildUser(app, { email: null, verifiedEmail: false, phone: newPhone(), verifiedPhone: true });
    expect((await links.google(fan.token)).status).toBe(200);
  });
});
