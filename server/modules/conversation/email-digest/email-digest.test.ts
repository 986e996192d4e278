import { cents } from '@contract/base/money';
import { defaultMails } from '@contract/base/limits';
import { inTransaction } from '../../../db/transaction';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  creator = await buildPerformer(app, { name: 'Ottilie Brandt' });
  fan = await buildUser(app, { name: 'Fan of hers', wallet: cents(10_000) });
});
afterAll(() => app.close());

const choose = (person: BuiltPerson, body: object) => app.call('updatePreferences', { as: person.token, body });
const tip = () => app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price: 5 } });
/** What people were mailed in this run. */
async function run(person: BuiltPerson, pause: { minutes?: number; hours?: number } = { minutes: 6 }) {
  app.clock.advance(pause);
  await app.jobs.drain();
  app.mails.splice(0);
  await app.jobs.run('mail-notices', {});
  await app.jobs.drain();
  return app.mails.filter((mail) => mail.to === person.account.email);
}

describe('mails about what happened', () => {
  it('put everything that came since into one mail, in text and HTML alike', async () => {
    await tip();
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    await tip();
    const mails = await run(creator);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toMatch(/^2 new notifications on/);
    for (const part of [mails[0]?.text, mails[0]?.html]) {
      expect(part).toContain('http://web.test/notification');
      expect(part).toContain('http://web.test/creator/account');
    }
    expect(mails[0]?.headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(/^<http:\/\/api\.test\/auth\/unsubscribe\?token=[\w.-]+>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(await run(creator)).toEqual([]);
  });

  it('follow the choice of the one they are for', async () => {
    await choose(creator, { mails: { tips: false, follows: true } });
    await tip();
    expect(await run(creator)).toEqual([]);
    await app.call('followPerformer', { as: fan.token, params: { id: creator.id } });
    expect(await run(creator)).toHaveLength(1);
  });

  it('tell a paying fan that they were blocked, whatever they chose, unless it was taken back at once', async () => {
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    await choose(fan, { mails: Object.fromEntries(Object.keys(defaultMails).map((kind) => [kind, false])) });
    const block = () => app.call('blockUser', { as: creator.token, body: { targetId: fan.id } });
    await block();
    await app.call('unblockUser', { as: creator.token, params: { id: fan.id } });
    expect(await run(fan)).toEqual([]);
    await block();
    const [mail] = await run(fan);
    expect(mail?.subject).toMatch(
      /^Ottilie Brandt blocked you: You can no longer see their page\. Your subscription won’t/,
    );
  });

  it('leave alone who is here, has no confirmed e-mail, or has read it by then', async () => {
    await tip();
    await app.services.presence.onPresence(creator.id, true);
    expect(await run(creator)).toEqual([]);
    await app.services.presence.onPresence(creator.id, false);
    await tip();
    await app.call('readAllNotifications', { as: creator.token });
    expect(await run(creator)).toEqual([]);
    const quiet = await buildPerformer(app, { verifiedEmail: false });
    await app.call('tipPerformer', { as: fan.token, params: { id: quiet.id }, body: { price: 5 } });
    expect(await run(quiet)).toEqual([]);
  });

  it('wait a little, and do not tell of what is a day old', async () => {
    await tip();
    expect(await run(creator, { minutes: 1 })).toEqual([]);
    expect(await run(creator, { hours: 25 })).toEqual([]);
  });

  it('leave out what a creator caused who blocks their reader, and nobody else', async () => {
    const kept = await buildUser(app, { verifiedEmail: true });
    await app.call('blockUser', { as: creator.token, body: { type: 'user', target: 'user', targetId: fan.id } });
    const news = { type: 'feed', action: 'created', title: 'New post', message: '', createdBy: creator.id } as const;
    const people = [fan.id, kept.id].map((id) => ({ id, isOnline: false }));
    await app.services.notification.addToMany(people, news);
    await choose(kept, { mails: { posts: true } });
    expect(await run(kept)).toHaveLength(1);
    expect(app.mails.filter((mail) => mail.to === fan.account.email)).toEqual([]);
  });

  it('have a kind of their own or none', async () => {
    const note = { title: 'Your payment failed', message: '', userId: creator.id };
    await inTransaction(app.context.db, (tx) =>
      app.services.notification.add(tx, { ...note, type: 'payment', action: 'fail' }),
    );
    expect(await run(creator)).toEqual([]);
  });
});

describe('mails about messages', () => {
  const prepare = async () => {
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    const body = { source: 'performer', sourceId: creator.id };
    const params = { id: (await app.call('createConversation', { as: fan.token, body })).data._id };
    return {
      write: (text = 'A secret') => app.call('sendMessage', { as: fan.token, params, body: { text } }),
      read: () => app.call('readAllMessages', { as: creator.token, params }),
    };
  };

  it('tell who wrote, not what, and once until something was read', async () => {
    const { write, read } = await prepare();
    await write();
    await write();
    const [mail] = await run(creator);
    expect(mail?.subject).toBe('Fan of hers sent you 2 messages.');
    expect(`${mail?.text}${mail?.html}`).not.toContain('secret');
    await write();
    expect(await run(creator)).toEqual([]);
    await read();
    await write();
    expect((await run(creator))[0]?.subject).toBe('Fan of hers sent you a message.');
  });

  it('count no tips, which are mailed as such', async () => {
    const { write } = await prepare();
    await tip();
    expect((await run(creator)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^You got a tip/)]);
    await write();
    await tip();
    await write();
    const [mail] = await run(creator);
    expect(mail?.text).toContain('Fan of hers sent you 2 messages.');
  });

  it('are left out for who has read it, or wants none', async () => {
    const { write, read } = await prepare();
    await write();
    await read();
    expect(await run(creator)).toEqual([]);
    await choose(creator, { mails: { messages: false } });
    await write();
    expect(await run(creator)).toEqual([]);
  });

  it('go out once, also when the job runs twice at a time', async () => {
    const { write } = await prepare();
    await write();
    app.clock.advance({ minutes: 6 });
    app.mails.splice(0);
    await Promise.all([1, 2, 3].map(() => app.services.noticeMail.run()));
    await app.jobs.drain();
    expect(app.mails.filter((mail) => mail.to === creator.account.email)).toHaveLength(1);
  });
});
