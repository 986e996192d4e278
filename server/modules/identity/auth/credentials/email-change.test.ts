import type { EndpointPart } from '@contract/schemas';
import { eq } from 'drizzle-orm';
import { accounts } from '../../../../db/schema/accounts';
import { googleToken, newPhone, phoneCode } from '../../../../../tests/factories/social-login';
import { buildPerformer } from '../../../../../tests/factories/performer';
import { buildTwoFactorUser, enableTwoFactor } from '../../../../../tests/factories/two-factor';
import { buildUser, PASSWORD, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

let count = 0;
const newAddress = () => `new${(count += 1)}@example.test`;
const ask = (person: BuiltPerson, email: string) => app.call('updateMe', { as: person.token, body: { email } });

async function readMail(to: string | null) {
  await app.jobs.drain();
  const mail = app.mails.filter((sent) => sent.to === to).at(-1);
  const link = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none.test/');
  return { subject: mail?.subject ?? '', html: mail?.html ?? '', link, token: link.searchParams.get('token') ?? '' };
}
type Action = EndpointPart<'useMailLink', 'body'>['action'];
const inspect = async (action: Action, token: string) =>
  (await app.call('inspectMailLink', { body: { action, token } })).data.state;
const press = (action: Action, token: string) => app.call('useMailLink', { body: { action, token } });
const enter = (username: string | null, password = PASSWORD) => app.call('login', { body: { username, password } });
const readRow = async (id: string) => (await app.context.db.select().from(accounts).where(eq(accounts.id, id)))[0];

describe('a change of email', () => {
  it('takes effect once the mailed link is used; until then the old address stays', async () => {
    const fan = await buildUser(app);
    const email = newAddress();
    const { data } = await ask(fan, email.toUpperCase());
    expect(data).toMatchObject({ email: fan.account.email, verifiedEmail: true, pendingEmail: email });
    expect((await enter(fan.account.email)).status).toBe(200);
    expect((await enter(email)).status).toBe(422);

    const { link, token, html } = await readMail(email);
    expect(link.href).toMatch(/^http:\/\/web\.test\/auth\/email-change\?token=/);
    expect(html).toContain(link.href);
    expect(await inspect('change-email', token)).toBe('open');
    expect((await readRow(fan.id))?.email).toBe(fan.account.email);

    const done = await press('change-email', token);
    expect([done.status, done.data]).toEqual([200, {}]);
    const me = await app.call('getMe', { as: fan.token });
    expect(me.data).toMatchObject({ email, verifiedEmail: true, pendingEmail: null });
    expect([(await enter(email)).status, (await enter(fan.account.email)).status]).toEqual([200, 422]);
    expect((await press('change-email', token)).status).toBe(422);
  });

  it('works the same for creators', async () => {
    const creator = await buildPerformer(app);
    const email = newAddress();
    const body = { email, name: 'Renamed', password: '' };
    const { data } = await app.call('updatePerformer', { as: creator.token, params: { id: creator.id }, body });
    expect(data).toMatchObject({ name: 'Renamed', email: creator.account.email, pendingEmail: email });
    await press('change-email', (await readMail(email)).token);
    expect((await app.call('getMe', { as: creator.token })).data.email).toBe(email);
  });

  it('I-5: can be reverted for seven days from the old address, which ends all sessions', async () => {
    const fan = await buildUser(app);
    const email = newAddress();
    await ask(fan, email);
    const asked = await readMail(fan.account.email);
    expect(asked.subject).toContain('about to change');
    await press('change-email', (await readMail(email)).token);
    const told = await readMail(fan.account.email);
    expect(told.subject).toContain('was changed');
    expect(told.token).not.toBe(asked.token);

    app.clock.advance({ days: 6, hours: 23 });
    const token = await app.services.session.open(fan.id);
    expect(await inspect('revert-email', told.token)).toBe('open');
    expect((await readRow(fan.id))?.email).toBe(email);
    const back = await press('revert-email', told.token);
    expect(back.status).toBe(200);
    expect(await readRow(fan.id)).toMatchObject({ email: fan.account.email, verifiedEmail: true });
    expect(await app.services.session.findActor(token)).toBeNull();

    // The link leads to setting a new password, because the attacker may know the old one.
    const reset = { token: back.data.resetToken, password: 'quite another one' };
    expect((await app.call('resetPassword', { body: reset })).status).toBe(200);
    expect((await enter(fan.account.email, 'quite another one')).status).toBe(200);
    for (const used of [asked.token, told.token]) expect((await press('revert-email', used)).status).toBe(422);
  });

  it('I-12: if reverted, removes all login methods that the attacker added', async () => {
    const fan = await buildUser(app);
    const tokenId = () => googleToken(app, `thief${(count += 1)}@example.test`);
    const google = await app.call('linkGoogle', { as: fan.token, body: { tokenId: await tokenId() } });
    expect(google.status).toBe(200);
    await ask(fan, newAddress());
    const { token } = await readMail(fan.account.email);
    const phone = newPhone();
    const body = { phone, code: await phoneCode(app, phone) };
    expect((await app.call('linkPhone', { as: fan.token, body })).status).toBe(200);
    await enableTwoFactor(app, fan);

    const back = await press('revert-email', token);
    expect(await readRow(fan.id)).toMatchObject({ googleId: null, verifiedPhone: false, twoStepEnabled: false });
    // The attacker may know the password, so none works until the owner sets a new one.
    expect((await enter(fan.account.email)).body.error).toBe('INCORRECT_CREDENTIALS');
    const reset = { token: back.data.resetToken, password: 'quite another one' };
    await app.call('resetPassword', { body: reset });
    expect((await enter(fan.account.email, reset.password)).status).toBe(200);
  });

  it('if reverted, keeps an older two-factor login', async () => {
    const fan = await buildTwoFactorUser(app);
    app.clock.advance({ days: 8 });
    const as = await app.services.session.open(fan.id);
    await app.call('updateMe', { as, body: { email: newAddress() } });
    await press('revert-email', (await readMail(fan.account.email)).token);
    expect((await readRow(fan.id))?.twoStepEnabled).toBe(true);
  });

  it('I-12: if reverted, removes recovery codes that the attacker created', async () => {
    const fan = await buildTwoFactorUser(app);
    app.clock.advance({ days: 8 });
    const as = await app.services.session.open(fan.id);
    const theirs = (await app.call('renewRecoveryCodes', { as })).data.recoveryCodes;
    await app.call('updateMe', { as, body: { email: newAddress() } });
    const back = await press('revert-email', (await readMail(fan.account.email)).token);
    const reset = { token: back.data.resetToken, password: 'quite another one' };
    await app.call('resetPassword', { body: reset });
    const logIn = (verificationCode: string) =>
      app.call('login', { body: { username: fan.account.email, password: reset.password, verificationCode } });
    expect((await logIn(theirs[0] ?? '')).body.error).toBe('INVALID_VERIFICATION_CODE');
    expect((await logIn(await fan.nextCode())).status).toBe(200);
  });

  it('I-12: if reverted, keeps the owner’s recovery codes', async () => {
    const fan = await buildTwoFactorUser(app);
    app.clock.advance({ days: 8 });
    const as = await app.services.session.open(fan.id);
    await app.call('updateMe', { as, body: { email: newAddress() } });
    await press('revert-email', (await readMail(fan.account.email)).token);
    const own = await app.services.session.open(fan.id);
    expect((await app.call('getTwoFactorStatus', { as: own })).data.recoveryCodesLeft).toBe(10);
  });

  it('I-5: can be reverted by the first owner even after the attacker has changed and reverted it further', async () => {
    const fan = await buildUser(app);
    const stolen = newAddress();
    await ask(fan, stolen);
    await press('change-email', (await readMail(stolen)).token);
    const told = await readMail(fan.account.email);
    app.clock.advance({ minutes: 1 });
    await ask(fan, newAddress());
    expect((await press('revert-email', (await readMail(stolen)).token)).status).toBe(200);
    expect((await readRow(fan.id))?.email).toBe(stolen);
    expect((await press('revert-email', told.token)).status).toBe(200);
    expect((await readRow(fan.id))?.email).toBe(fan.account.email);
  });

  it('cannot be reverted after seven days', async () => {
    const fan = await buildUser(app);
    const email = newAddress();
    await ask(fan, email);
    await press('change-email', (await readMail(email)).token);
    const { token } = await readMail(fan.account.email);
    app.clock.advance({ days: 7, seconds: 1 });
    const refused = await press('revert-email', token);
    expect([refused.status, (await readRow(fan.id))?.email]).toEqual([422, email]);
    expect(refused.body).toMatchObject({ error: 'LINK_EXPIRED' });
  });

  it('reserves the old address as long as the change can be reverted', async () => {
    const fan = await buildUser(app);
    const email = newAddress();
    await ask(fan, email);
    await press('change-email', (await readMail(email)).token);
    const squat = { email: fan.account.email, password: 'a good password' };
    const owners = () =>
      app.context.db
        .select()
        .from(accounts)
        .where(eq(accounts.email, squat.email ?? ''));
    await app.call('registerUser', { body: squat });
    expect(await owners()).toEqual([]);
    expect((await readMail(squat.email)).subject).toContain('You already have an account');
    app.clock.advance({ days: 8 });
    await app.call('registerUser', { body: squat });
    expect(await owners()).toHaveLength(1);
  });

  it('can also be stopped before it takes effect', async () => {
    const fan = await buildUser(app);
    const email = newAddress();
    await ask(fan, email);
    const confirm = await readMail(email);
    await press('revert-email', (await readMail(fan.account.email)).token);
    expect((await press('change-email', confirm.token)).status).toBe(422);
    expect(await readRow(fan.id)).toMatchObject({ email: fan.account.email, pendingEmail: null });
  });

  it('is canceled by a new password, so that an intruder cannot use it to return', async () => {
    const fan = await buildUser(app);
    const email = newAddress();
    await ask(fan, email);
    const confirm = await readMail(email);
    await app.call('requestPasswordReset', { body: { email: fan.account.email } });
    const reset = { token: (await readMail(fan.account.email)).token, password: 'mine again' };
    expect((await app.call('resetPassword', { body: reset })).status).toBe(200);
    expect((await press('change-email', confirm.token)).status).toBe(422);
    expect((await readRow(fan.id))?.pendingEmail).toBeNull();
  });

  it('can be requested together with a new password', async () => {
    const fan = await buildUser(app);
    const body = { email: newAddress(), password: 'both at once' };
    const { data } = await app.call('updateMe', { as: fan.token, body });
    expect(data.pendingEmail).toBe(body.email);
    await press('change-email', (await readMail(body.email)).token);
    expect((await enter(body.email, body.password)).status).toBe(200);
  });

  it('can be mailed again or canceled, with at most four mails an hour', async () => {
    const fan = await buildUser(app);
    const email = newAddress();
    expect((await app.call('resendEmailChange', { as: fan.token })).status).toBe(404);
    await ask(fan, email);
    const first = await readMail(email);
    expect((await app.call('resendEmailChange', { as: fan.token })).data.pendingEmail).toBe(email);
    const second = await readMail(email);
    expect((await press('change-email', first.token)).status).toBe(422);
    expect((await app.call('cancelEmailChange', { as: fan.token })).data.pendingEmail).toBeNull();
    expect((await press('change-email', second.token)).status).toBe(422);
    await ask(fan, email);
    await app.call('resendEmailChange', { as: fan.token });
    const over = await app.call('resendEmailChange', { as: fan.token });
    expect([over.status, Number(over.headers['retry-after'])]).toEqual([429, 3600]);
  });

  it('sends no additional mails for concurrent requests', async () => {
    const fan = await buildUser(app);
    const email = newAddress();
    await ask(fan, email);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => app.call('resendEmailChange', { as: fan.token })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(17);
    await app.jobs.drain();
    expect(app.mails.filter(({ to }) => to === email)).toHaveLength(4);
  });

  it('fails with EMAIL_TAKEN if another account has the address by the time it is confirmed', async () => {
    const fan = await buildUser(app);
    const email = newAddress();
    await ask(fan, email);
    await buildUser(app, { email });
    const refused = await press('change-email', (await readMail(email)).token);
    expect(refused.body).toMatchObject({ statusCode: 422, error: 'EMAIL_TAKEN' });
    expect((await readRow(fan.id))?.email).toBe(fan.account.email);
  });

  it('sends no revert link to an unverified old address, because that may be somebody else’s', async () => {
    const fan = await buildUser(app, { verifiedEmail: false });
    const email = newAddress();
    await ask(fan, email);
    await press('change-email', (await readMail(email)).token);
    const { subject, link } = await readMail(fan.account.email);
    expect([subject, link.href]).toEqual([expect.stringContaining('was changed'), 'http://web.test/contact']);
  });

  it('works for an account without an address, whose mail names the login method', async () => {
    const phone = { phone: '+351910000001', verifiedPhone: true };
    const fan = await buildUser(app, { email: null, verifiedEmail: false, ...phone });
    const email = newAddress();
    expect((await ask(fan, email)).data).toMatchObject({ verifiedEmail: false, pendingEmail: email });
    const { token, html } = await readMail(email);
    expect(html).toContain('the phone number ending in 001');
    await press('change-email', token);
    expect(await readRow(fan.id)).toMatchObject({ email, verifiedEmail: true, verifiedPhone: true });
  });

  it('requires the current password, or a login within ten minutes', async () => {
    const fan = await buildUser(app);
    app.clock.advance({ minutes: 10 });
    const email = newAddress();
    expect((await ask(fan, email)).body).toMatchObject({ statusCode: 403, error: 'FRESH_LOGIN_REQUIRED' });
    const same = await app.call('updateMe', { as: fan.token, body: { email: fan.account.email, name: 'Renamed' } });
    expect([same.status, same.data.name]).toEqual([200, 'Renamed']);
    const send = (currentPassword: string) => app.call('updateMe', { as: fan.token, body: { email, currentPassword } });
    expect((await send('wrong')).body.error).toBe('WRONG_PASSWORD');
    expect((await send(PASSWORD)).data.pendingEmail).toBe(email);
  });
});
