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
/** Runs the job once. @returns the digests that it mailed to the account */
async function run(person: BuiltPerson, pause: { minutes?: number; hours?: number } = { minutes: 6 }) {
  app.clock.advance(pause);
  await app.jobs.drain();
  app.mails.splice(0);
  await app.jobs.run('mail-notices', {});
  await app.jobs.drain();
  return app.mails.filter((mail) => mail.to === person.account.email);
}

describe('digest mails about activity', () => {
  it('combine all news since the last one, in text and HTML', async () => {
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

  it('follow the recipient’s mail preferences', async () => {
    await choose(creator, { mails: { tips: false, follows: true } });
    await tip();
    expect(await run(creator)).toEqual([]);
    await app.call('followPerformer', { as: fan.token, params: { id: creator.id } });
    expect(await run(creator)).toHaveLength(1);
  });

  it('report a block to a paying fan whatever the preferences, unless it was undone before they were sent', async () => {
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

  it('skip accounts that are online, have no verified email or have read the news', async () => {
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

  it('wait a few minutes and skip news older than a day', async () => {
    await tip();
    expect(await run(creator, { minutes: 1 })).toEqual([]);
    expect(await run(creator, { hours: 25 })).toEqual([]);
  });

  it('skip news caused by a creator who blocks the recipient, but not for other recipients', async () => {
    const kept = await buildUser(app, { verifiedEmail: true });
    await app.call('blockUser', { as: creator.token, body: { type: 'user', target: 'user', targetId: fan.id } });
    const news = { type: 'feed', action: 'created', title: 'New post', message: '', createdBy: creator.id } as const;
    const people = [fan.id, kept.id].map((id) => ({ id, isOnline: false }));
    await app.services.notification.addToMany(people, news);
    await choose(kept, { mails: { posts: true } });
    expect(await run(kept)).toHaveLength(1);
    expect(app.mails.filter((mail) => mail.to === fan.account.email)).toEqual([]);
  });

  it('skip notifications about which there is already a mail', async () => {
    const note = { title: 'Your payment failed', message: '', userId: creator.id };
    await inTransaction(app.context.db, (tx) =>
      app.services.notification.add(tx, { ...note, type: 'payment', action: 'fail' }),
    );
    expect(await run(creator)).toEqual([]);
  });
});

describe('digest mails about messages', () => {
  const prepare = async () => {
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    const body = { source: 'performer', sourceId: creator.id };
    const params = { id: (await app.call('createConversation', { as: fan.token, body })).data._id };
    return {
      write: (text = 'A secret') => app.call('sendMessage', { as: fan.token, params, body: { text } }),
      read: () => app.call('readAllMessages', { as: creator.token, params }),
    };
  };

  it('name the sender but do not contain the text, and are sent again only after the recipient has read something', async () => {
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

  it('do not count tips, about which there is already a mail', async () => {
    const { write } = await prepare();
    await tip();
    expect((await run(creator)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^You got a tip/)]);
    await write();
    await tip();
    await write();
    const [mail] = await run(creator);
    expect(mail?.text).toContain('Fan of hers sent you 2 messages.');
  });

  it('skip recipients who have read the messages or switched these mails off', async () => {
    const { write, read } = await prepare();
    await write();
    await read();
    expect(await run(creator)).toEqual([]);
    await choose(creator, { mails: { messages: false } });
    await write();
    expect(await run(creator)).toEqual([]);
  });

  it('are sent once even when the job runs concurrently', async () => {
    const { write } = await prepare();
    await write();
    app.clock.advance({ minutes: 6 });
    app.mails.splice(0);
    await Promise.all([1, 2, 3].map(() => app.services.noticeMail.run()));
    await app.jobs.drain();
    expect(app.mails.filter((mail) => mail.to === creator.account.email)).toHaveLength(1);
  });
});
