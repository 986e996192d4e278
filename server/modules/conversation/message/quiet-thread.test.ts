import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let params: { id: string };
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  creator = await buildPerformer(app);
  fan = await buildUser(app);
  await buildSubscription(app, { userId: fan.id, performerId: creator.id });
  const body = { source: 'performer', sourceId: creator.id };
  params = { id: (await app.call('createConversation', { as: fan.token, body })).data._id };
});
afterAll(() => app.close());

const send = (from: BuiltPerson, text = 'Hello') => app.call('sendMessage', { as: from.token, params, body: { text } });
const set = (who: BuiltPerson, body: { isMuted?: boolean; isClosed?: boolean }) =>
  app.call('updateConversationSettings', { as: who.token, params, body });
const unread = async (who: BuiltPerson) => (await app.call('countUnread', { as: who.token })).data.total;
const see = async (who: BuiltPerson) => (await app.call('getConversation', { as: who.token, params })).data;

describe('a muted conversation', () => {
  it('is not counted in the badge until it is unmuted', async () => {
    expect((await set(fan, { isMuted: true })).data).toMatchObject({ isMuted: true, isClosed: false });
    await send(creator);
    expect(await unread(fan)).toBe(0);
    const told = app.events.filter(
      ({ event, room }) => event === 'nofify_read_messages_in_conversation' && room === `account:${fan.id}`,
    );
    expect(told.at(-1)?.payload).toEqual({ total: 0 });
    // The list's filter works like the badge, but the message itself still counts as unread.
    const listed = await app.call('listConversations', { as: fan.token, query: { unread: true } });
    expect(listed.data.total).toBe(0);
    expect((await see(fan)).totalNotSeenMessages).toBe(1);
    await set(fan, { isMuted: false });
    expect(await unread(fan)).toBe(1);
    expect((await see(fan)).isMuted).toBe(false);
  });

  it('sends no mail', async () => {
    const mailed = async () => {
      app.clock.advance({ minutes: 6 });
      await app.jobs.run('mail-notices', {});
      await app.jobs.drain();
      return app.mails.filter((mail) => mail.to === fan.account.email).length;
    };
    await set(fan, { isMuted: true });
    await send(creator);
    expect(await mailed()).toBe(0);
    await set(fan, { isMuted: false });
    expect(await mailed()).toBe(1);
  });

  it('is muted only for the member who muted it, and the other member does not see that', async () => {
    await set(fan, { isMuted: true });
    await send(fan);
    expect(await see(creator)).toMatchObject({ isMuted: false, canWrite: true });
    expect(await unread(creator)).toBe(1);
    const stranger = await buildUser(app);
    expect((await set(stranger, { isMuted: true })).status).toBe(404);
  });
});

describe('a closed conversation', () => {
  it('accepts no messages from either member until it is reopened', async () => {
    await set(fan, { isClosed: true });
    expect((await send(creator)).body.error).toBe('MESSAGES_CLOSED');
    expect((await send(fan)).body.error).toBe('FORBIDDEN');
    expect(await see(creator)).toMatchObject({ canWrite: false, isClosed: false });
    expect(await see(fan)).toMatchObject({ canWrite: false, isClosed: true });
    await set(fan, { isClosed: false });
    expect((await send(creator)).status).toBe(200);
  });
});

describe('a report on a fan', () => {
  const report = (who: BuiltPerson, targetId: string) =>
    app.call('createReport', {
      as: who.token,
      body: { target: 'user', targetId, performerId: creator.id, title: 'It’s threatening, bullying or hateful' },
    });

  it('can be made only by creators and only about fans', async () => {
    expect((await report(creator, fan.id)).data).toMatchObject({ target: 'user', performerId: creator.id });
    expect((await report(await buildUser(app), fan.id)).status).toBe(404);
    expect((await report(creator, (await buildPerformer(app)).id)).status).toBe(404);
  });
});
