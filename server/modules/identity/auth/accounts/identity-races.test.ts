import { eq } from 'drizzle-orm';
import { accounts, formerUsernames } from '../../../../db/schema/accounts';
import type { Tx } from '../../../../db/transaction';
import { newPhone } from '../../../../../tests/factories/social-login';
import { buildUser, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';
import { meanwhile } from '../../../../../tests/harness/lock-races';
import { createOneTimeTokenRepository } from '../credentials/one-time-token-repository';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

let count = 0;
const newAddress = () => `moment${(count += 1)}@example.test`;
const update = ({ token }: BuiltPerson, body: object) => app.call('updateMe', { as: token, body });
const set = (id: string, columns: Partial<typeof accounts.$inferInsert>) => (tx: Tx) =>
  tx.update(accounts).set(columns).where(eq(accounts.id, id));
const readRow = async (id: string) => (await app.context.db.select().from(accounts).where(eq(accounts.id, id)))[0];
const listOwners = (email: string) =>
  app.context.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email));

async function readMail(to: string) {
  await app.jobs.drain();
  return app.mails.filter((mail) => mail.to === to).at(-1);
}

/** Changes an account's email address, with a link to revert that. */
const leave = (id: string, from: string) => async (tx: Tx) => {
  await set(id, { email: newAddress() })(tx);
  const now = app.clock.now();
  const row = { accountId: id, kind: 'revert-email', subject: from, now, lifeMs: 1000 } as const;
  await createOneTimeTokenRepository(app.context.db).issue(row, tx);
};

describe('a profile update', () => {
  it('I-12: during a phone verification does not mark another number as verified', async () => {
    const fan = await buildUser(app);
    const other = newPhone();
    const reply = await meanwhile(app, set(fan.id, { phone: newPhone(), verifiedPhone: true }), () =>
      update(fan, { phone: other }),
    );
    expect(reply.status).toBe(200);
    expect(await readRow(fan.id)).toMatchObject({ phone: other, verifiedPhone: false });
  });

  it('during the removal of the other login method keeps the last one', async () => {
    const phone = newPhone();
    const ways = { phone, verifiedPhone: true, googleId: 'going', passwordHash: null };
    const fan = await buildUser(app, ways);
    const reply = await meanwhile(app, set(fan.id, { googleId: null }), () => update(fan, { phone: newPhone() }));
    expect(reply.body).toMatchObject({ statusCode: 422, error: 'LAST_LOGIN_WAY' });
    expect(await readRow(fan.id)).toMatchObject({ phone, verifiedPhone: true });
  });

  it('during a change of username reserves that username too', async () => {
    const [fan, other] = [await buildUser(app), await buildUser(app)];
    const by = { actor: null, ip: '' };
    const rename = await app.services.identity.prepareUpdate(fan.id, { username: 'in-between' }, by);
    expect((await meanwhile(app, rename, () => update(fan, { username: 'at-last' }))).data.username).toBe('at-last');
    expect((await update(other, { username: 'in-between' })).body.error).toBe('USERNAME_TAKEN');
    expect((await update(other, { username: fan.account.username })).body.error).toBe('USERNAME_TAKEN');
  });

  it('during a change to the same username reserves nothing twice', async () => {
    const fan = await buildUser(app);
    const rename = await app.services.identity.prepareUpdate(fan.id, { username: 'twice' }, { actor: null, ip: '' });
    expect((await meanwhile(app, rename, () => update(fan, { username: 'twice' }))).status).toBe(200);
    const kept = await app.context.db.select().from(formerUsernames).where(eq(formerUsernames.accountId, fan.id));
    expect(kept.map(({ username }) => username)).toEqual([fan.account.username]);
  });

  it('I-5: during a change of email notifies the current address', async () => {
    const fan = await buildUser(app);
    const [moved, wanted] = [newAddress(), newAddress()];
    await meanwhile(app, set(fan.id, { email: moved }), () => update(fan, { email: wanted }));
    expect((await readMail(moved))?.subject).toContain('about to change');
    expect(await readMail(fan.account.email ?? '')).toBeUndefined();
  });
});

describe('I-5: an address that an account has given up, but can still take back, is not available to', () => {
  it('a concurrent sign-up', async () => {
    const { id, account } = await buildUser(app);
    const email = account.email ?? '';
    await meanwhile(app, leave(id, email), () =>
      app.call('registerUser', { body: { email, password: 'a good password', username: 'squatter' } }),
    );
    expect(await listOwners(email)).toEqual([]);
    expect((await readMail(email))?.subject).toContain('You already have an account');
  });

  it('another account’s concurrent change of email', async () => {
    const email = newAddress();
    const fan = await buildUser(app);
    await update(fan, { email });
    const token = /email-change\?token=([\w-]+)/.exec((await readMail(email))?.text ?? '')?.[1] ?? '';
    const owner = await buildUser(app, { email });
    const moving = meanwhile(app, leave(owner.id, email), () => app.services.emailChange.confirm(token));
    await expect(moving).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    expect(await listOwners(email)).toEqual([]);
    // The rejected link stays valid, and works once the reservation has expired.
    app.clock.advance({ seconds: 2 });
    await app.services.emailChange.confirm(token);
    expect(await listOwners(email)).toEqual([{ id: fan.id }]);
  });
});
