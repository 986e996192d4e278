import { eq } from 'drizzle-orm';
import { accounts } from '../../../../db/schema/accounts';
import { googleToken, newPhone, phoneCode, twitterAnswer } from '../../../../../tests/factories/social-login';
import { buildPerformer } from '../../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const list = async ({ token }: BuiltPerson) => (await app.call('listLinkedLogins', { as: token })).data;
const unlink = ({ token }: BuiltPerson, provider: string) =>
  app.call('unlinkLogin', { as: token, params: { provider }, body: {} });
const linkGoogle = async ({ token }: BuiltPerson, email: string) =>
  app.call('linkGoogle', { as: token, body: { tokenId: await googleToken(app, email) } });
const linkTwitter = async ({ token }: BuiltPerson, handle: string) =>
  app.call('linkTwitter', { as: token, body: await twitterAnswer(app, handle) });
const linkPhone = async ({ token }: BuiltPerson, phone: string) =>
  app.call('linkPhone', { as: token, body: { phone, code: await phoneCode(app, phone) } });
const getRow = async (id: string) => (await app.context.db.select().from(accounts).where(eq(accounts.id, id)))[0];

describe('POST /auth/linked/google, /twitter and /phone', () => {
  it('add a login method to the account, even with another email, and notify its owner', async () => {
    const creator = await buildPerformer(app);
    expect(await list(creator)).toEqual({ hasPassword: true, linked: [] });
    const phone = newPhone();
    await linkGoogle(creator, 'other-address@newcomer.test');
    await linkTwitter(creator, 'makes_things');
    const { data } = await linkPhone(creator, phone);
    expect(data).toEqual({
      hasPassword: true,
      linked: [
        { provider: 'google', label: 'other-address@newcomer.test', canUnlink: true },
        { provider: 'twitter', label: '@makes_things', canUnlink: true },
        { provider: 'phone', label: phone, canUnlink: true },
      ],
    });
    app.clock.advance({ minutes: 1 });
    const tokens = [
      (await app.call('loginWithGoogle', { body: { tokenId: await googleToken(app, 'other-address@newcomer.test'), role: 'user' } })).data.token,
      (await app.call('finishTwitterLogin', { body: { ...(await twitterAnswer(app, 'makes_things')), role: 'user' } })).data.token,
      (await app.call('loginWithPhone', { body: { phone, code: await phoneCode(app, phone) } })).data.token,
    ]; // prettier-ignore
    for (const token of tokens) expect((await app.services.session.findActor(token))?.id).toBe(creator.id);
    await app.jobs.drain();
    const mails = app.mails.filter((mail) => mail.to === creator.account.email).map((mail) => mail.text);
    for (const way of ['your Google account', 'your Twitter account', 'your phone']) {
      expect(mails.filter((text) => text.includes(`log in with ${way}`))).toHaveLength(1);
    }
  });

  it('reject identities that are another account’s login method', async () => {
    const [one, two] = [await buildUser(app), await buildUser(app)];
    const phone = newPhone();
    await linkGoogle(one, 'shared@newcomer.test');
    await linkTwitter(one, 'shared');
    await linkPhone(one, phone);
    app.clock.advance({ minutes: 1 });
    for (const refused of [
      await linkGoogle(two, 'shared@newcomer.test'),
      await linkTwitter(two, 'shared'),
      await linkPhone(two, phone),
    ]) {
      expect(refused.body).toMatchObject({ statusCode: 422, error: 'LINKED_ELSEWHERE' });
    }
    expect((await list(two)).linked).toEqual([]);
  });

  it('accept each credential only once, and reject wrong codes', async () => {
    const fan = await buildUser(app);
    const tokenId = await googleToken(app, 'once-only@newcomer.test');
    await app.call('linkGoogle', { as: fan.token, body: { tokenId } });
    const replay = await app.call('loginWithGoogle', { body: { tokenId, role: 'user' } });
    expect(replay.body.error).toBe('PROVIDER_REFUSED');
    const body = { phone: newPhone(), code: '000000' };
    expect((await app.call('linkPhone', { as: fan.token, body })).body.error).toBe('INVALID_VERIFICATION_CODE');
  });

  it('I-5: require a recent login', async () => {
    const fan = await buildUser(app);
    app.clock.advance({ minutes: 11 });
    for (const refused of [
      await linkGoogle(fan, 'late@newcomer.test'),
      await linkTwitter(fan, 'late'),
      await linkPhone(fan, newPhone()),
      await unlink(fan, 'google'),
    ]) {
      expect(refused.body).toMatchObject({ statusCode: 403, error: 'FRESH_LOGIN_REQUIRED' });
    }
  });
});

describe('DELETE /auth/linked/:provider', () => {
  it('removes the provider as a login method of the account', async () => {
    const fan = await buildUser(app);
    const phone = newPhone();
    await linkGoogle(fan, 'going@newcomer.test');
    await linkTwitter(fan, 'going');
    await linkPhone(fan, phone);
    for (const provider of ['google', 'twitter', 'phone']) {
      const { data } = await unlink(fan, provider);
      expect(data.linked.map((one) => one.provider)).not.toContain(provider);
    }
    expect(await getRow(fan.id)).toMatchObject({ googleId: null, twitterId: null, verifiedPhone: false, phone });
    expect((await unlink(fan, 'google')).body).toMatchObject({ statusCode: 404, error: 'ENTITY_NOT_FOUND' });
    expect((await unlink(fan, 'password')).status).toBe(400);
    app.clock.advance({ minutes: 1 });
    const opened = await app.call('loginWithPhone', { body: { phone, code: await phoneCode(app, phone) } });
    expect(opened.data.isNew).toBe(true);
  });

  it('keeps the last login method, even if two are removed concurrently', async () => {
    const { token } = (await app.call('loginWithGoogle', { body: { tokenId: await googleToken(app, 'lone@newcomer.test'), role: 'user' } })).data; // prettier-ignore
    const lone = { token } as BuiltPerson;
    expect(await list(lone)).toMatchObject({ hasPassword: false, linked: [{ provider: 'google', canUnlink: false }] });
    expect((await unlink(lone, 'google')).body).toMatchObject({ statusCode: 422, error: 'LAST_LOGIN_WAY' });
    await linkTwitter(lone, 'lone');
    const both = await Promise.all([unlink(lone, 'google'), unlink(lone, 'twitter')]);
    expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect((await list(lone)).linked).toHaveLength(1);
  });

  it('does not count a password that has no email or username to log in with', async () => {
    const phone = newPhone();
    const fan = await buildUser(app, { phone, verifiedPhone: true, email: null, username: null });
    expect(await list(fan)).toMatchObject({ hasPassword: true, linked: [{ provider: 'phone', canUnlink: false }] });
    expect((await unlink(fan, 'phone')).body.error).toBe('LAST_LOGIN_WAY');
  });
});

describe('a verified phone in the profile', () => {
  const update = ({ token }: BuiltPerson, body: object) => app.call('updateMe', { as: token, body });

  it('stays verified if written differently, and is no longer verified with another number', async () => {
    const phone = newPhone();
    const fan = await buildUser(app, { phone, verifiedPhone: true });
    await update(fan, { phone: `${phone.slice(0, 4)} ${phone.slice(4)}`, name: 'Renamed' });
    expect(await getRow(fan.id)).toMatchObject({ phone, verifiedPhone: true, name: 'Renamed' });
    await update(fan, { name: 'Again' });
    expect(await getRow(fan.id)).toMatchObject({ phone, verifiedPhone: true });
    await update(fan, { phone: newPhone() });
    expect(await getRow(fan.id)).toMatchObject({ verifiedPhone: false });
  });

  it('cannot be replaced if it is the last login method', async () => {
    const phone = newPhone();
    const { token } = (await app.call('loginWithPhone', { body: { phone, code: await phoneCode(app, phone) } })).data;
    const lone = { token } as BuiltPerson;
    expect((await update(lone, { phone: newPhone() })).body).toMatchObject({
      statusCode: 422,
      error: 'LAST_LOGIN_WAY',
    });
    expect((await update(lone, { phone: '' })).body.error).toBe('LAST_LOGIN_WAY');
    expect((await update(lone, { phone, name: 'Kept' })).data).toMatchObject({ phone, name: 'Kept' });
  });
});
