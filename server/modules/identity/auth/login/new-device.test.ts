import { eq } from 'drizzle-orm';
import { googleToken } from '../../../../../tests/factories/social-login';
import { buildUser, PASSWORD } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';
import { accounts } from '../../../../db/schema/accounts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ TRUST_PROXY: '1' });
});
afterAll(() => app.close());

const logIn = (username: string | null, { device, password = PASSWORD }: { device?: string; password?: string } = {}) =>
  app.call('login', {
    body: { username, password, device },
    headers: { 'user-agent': FIREFOX, 'x-forwarded-for': '81.2.69.142' },
  });

async function readMails(to: string | null) {
  await app.jobs.drain();
  return app.mails.filter((mail) => mail.to === to && mail.subject.startsWith('New log-in'));
}
const getToken = (text = '') => /end-session\?token=([\w-]+)/.exec(text)?.[1] ?? '';
const useLink = (token: string) => app.call('useMailLink', { body: { action: 'end-session', token } });
const inspect = async (token: string) =>
  (await app.call('inspectMailLink', { body: { action: 'end-session', token } })).data.state;
const isAlive = async (token: string) => (await app.services.session.findActor(token)) !== null;

describe('I-4: a log-in from a new device', () => {
  it('is mailed once per device, with device, place and time', async () => {
    const fan = await buildUser(app);
    const first = await logIn(fan.account.email);
    const [mail, ...others] = await readMails(fan.account.email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('Firefox on Windows, in United Kingdom');
    expect(mail?.text).toMatch(/on \d+ \w+ \d{4} at \d\d:\d\d UTC/);
    await logIn(fan.account.email, { device: first.data.device });
    expect(await readMails(fan.account.email)).toHaveLength(1);
    // Another browser on the same machine has a separate secret.
    await logIn(fan.account.email, { device: 'x'.repeat(43) });
    expect(await readMails(fan.account.email)).toHaveLength(2);
  });

  it('is not mailed if a client without a device token uses the same browser and network again', async () => {
    const fan = await buildUser(app);
    for (let i = 0; i < 3; i += 1) await logIn(fan.account.email);
    expect(await readMails(fan.account.email)).toHaveLength(1);
  });

  it('is not mailed for a sign-up by password or Google', async () => {
    const email = 'just-here@example.test';
    await app.call('registerUser', { body: { email, password: 'a good password' } });
    const { device } = (await logIn(email, { password: 'a good password' })).data;
    const body = { tokenId: await googleToken(app, 'g-just-here@newcomer.test'), role: 'user' };
    await app.call('loginWithGoogle', { body });
    expect([await readMails(email), await readMails('g-just-here@newcomer.test')]).toEqual([[], []]);
    await logIn(email, { password: 'a good password', device });
    expect(await readMails(email)).toEqual([]);
  });

  it('is mailed for other login methods too', async () => {
    const email = 'g-known@newcomer.test';
    const enter = async (device?: string) =>
      app.call('loginWithGoogle', {
        body: { tokenId: await googleToken(app, email), role: 'user', device },
        headers: { 'user-agent': FIREFOX },
      });
    const { device } = (await enter()).data;
    await enter(device);
    expect(await readMails(email)).toEqual([]);
    await enter('y'.repeat(43));
    expect(await readMails(email)).toHaveLength(1);
  });

  it('can be ended once through the link, which forgets the device and lets the owner set a password', async () => {
    const fan = await buildUser(app);
    const { data } = await logIn(fan.account.email);
    const token = getToken((await readMails(fan.account.email))[0]?.text);
    expect([await inspect(token), await isAlive(data.token)]).toEqual(['open', true]);
    const ended = await useLink(token);
    expect([await isAlive(data.token), await isAlive(fan.token)]).toEqual([false, true]);
    expect([await inspect(token), (await useLink(token)).body]).toEqual([
      'done',
      expect.objectContaining({ error: 'LINK_EXPIRED' }),
    ]);
    await logIn(fan.account.email, { device: data.device });
    expect(await readMails(fan.account.email)).toHaveLength(2);
    const reset = { token: ended.data.resetToken, password: 'the owner chose' };
    expect((await app.call('resetPassword', { body: reset })).status).toBe(200);
  });

  it('I-5: is ended by a link mailed to an address that the account no longer has, but that link sets no password', async () => {
    const fan = await buildUser(app);
    const { data } = await logIn(fan.account.email);
    const token = getToken((await readMails(fan.account.email))[0]?.text);
    const email = `moved-${fan.account.email}`;
    await app.context.db.update(accounts).set({ email }).where(eq(accounts.id, fan.id));
    const ended = await useLink(token);
    expect([await isAlive(data.token), ended.status, ended.data.resetToken]).toEqual([false, 200, undefined]);
  });

  it('cannot be ended by an expired or invalid link', async () => {
    const fan = await buildUser(app);
    const { data } = await logIn(fan.account.email);
    const token = getToken((await readMails(fan.account.email))[0]?.text);
    app.clock.advance({ days: 7, seconds: 1 });
    expect([await inspect(token), (await useLink(token)).status]).toEqual(['gone', 422]);
    expect([await inspect('made-up'), (await useLink('made-up')).status]).toEqual(['gone', 422]);
    expect(data.token).toBeTruthy();
  });
});
