import { cents } from '@contract/base/money';
import type { MailKind } from '../../../../lib/mail-priority';
import { buildPerformer } from '../../../../../tests/factories/performer';
import { buildUser, PASSWORD, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';

let app: TestApp;
let kinds: [to: string, MailKind][];
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(() => {
  kinds = [];
  const send = app.jobs.send.bind(app.jobs);
  vi.spyOn(app.jobs, 'send').mockImplementation(async (name, data, options) => {
    if ('kind' in data) kinds.push([data.to, data.kind]);
    await send(name, data, options);
  });
});
afterAll(() => app.close());

const readKinds = async () => {
  await app.jobs.drain();
  return kinds.splice(0);
};
const signUp = (email: string) =>
  app.call('registerUser', { body: { email, password: 'a good password', isOfAge: true } });
const requestReset = (email: string | null) => app.call('requestPasswordReset', { body: { email } });
const changePassword = (person: BuiltPerson) =>
  app.call('updatePassword', { as: person.token, body: { password: 'another good one', currentPassword: PASSWORD } });
const changeEmail = (person: BuiltPerson, email: string) =>
  app.call('updateMe', { as: person.token, body: { email, currentPassword: PASSWORD } });

describe('the priority of a mail', () => {
  it('is highest if verified owners wait for the mail, or must be told', async () => {
    const fan = await buildUser(app);
    const email = fan.account.email ?? '';
    await requestReset(email);
    expect(await readKinds()).toEqual([[email, 'awaited']]);
    await changeEmail(fan, 'next@example.test');
    expect(await readKinds()).toEqual([
      ['next@example.test', 'awaited'],
      [email, 'awaited'],
    ]);
    await changePassword(fan);
    expect(await readKinds()).toEqual([[email, 'awaited']]);
    await app.call('login', { body: { username: email, password: 'another good one' } });
    expect(await readKinds()).toEqual([[email, 'awaited']]);
  });

  it('is lowest if anyone can cause the mail', async () => {
    await signUp('ann@example.test');
    expect(await readKinds()).toEqual([['ann@example.test', 'unconfirmed']]);
    await requestReset('ann@example.test');
    expect(await readKinds()).toEqual([['ann@example.test', 'unconfirmed']]);
    await signUp('ann@example.test');
    expect(await readKinds()).toEqual([['ann@example.test', 'unconfirmed']]);
    const fan = await buildUser(app, { verifiedEmail: false });
    await changePassword(fan);
    await changeEmail(fan, 'other@example.test');
    expect(new Set((await readKinds()).map(([, kind]) => kind))).toEqual(new Set(['unconfirmed']));
  });

  it('is in between for receipts', async () => {
    const creator = await buildPerformer(app);
    const fan = await buildUser(app, { wallet: cents(5_000) });
    await app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price: 5 } });
    expect(await readKinds()).toEqual([[fan.account.email, 'news']]);
  });
});
