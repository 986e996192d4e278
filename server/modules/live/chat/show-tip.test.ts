import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { messages } from '../../../db/schema/messages';
import { walletCharges } from '../../../db/schema/money';
import { streamRestrictions, streams } from '../../../db/schema/streams';
import { listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSeat, buildShowChat, readChat, type BuiltShow } from '../../../../tests/factories/show-chat';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let host: BuiltPerformer;
let fan: BuiltPerson;
let built: BuiltShow;
let changed: string[];

beforeAll(async () => {
  app = await buildTestApp();
  app.context.events.on('showChanged', async (tx, { streamId }) => tx.afterCommit(() => void changed.push(streamId)));
});
afterAll(() => app.close());
beforeEach(async () => {
  changed = [];
  host = await buildPerformer(app);
  fan = await buildUser(app, { wallet: cents(100_00) });
  built = await buildShowChat(app, host, { goalText: 'A new kiln', goalAmount: cents(50_00) });
  app.events.length = 0;
});

const tip = (
  body: { price?: number; conversationId?: string; streamType?: string; sessionId?: string; userNote?: string } = {},
  { as = fan, to = host, key }: { as?: BuiltPerson; to?: BuiltPerson; key?: string } = {},
) =>
  app.call('tipPerformer', {
    as: as.token,
    params: { id: to.id },
    body: { price: 5, conversationId: built.conversationId, streamType: 'stream_public', ...body },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const readCharges = () => app.context.db.select().from(walletCharges).where(eq(walletCharges.userId, fan.id));
const created = () =>
  app.events.filter(({ event }) => event === `message_created_conversation_${built.conversationId}`);
const setShow = (change: Partial<typeof streams.$inferInsert>) =>
  app.context.db.update(streams).set(change).where(eq(streams.id, built.show.id));

async function expectNothing(): Promise<void> {
  expect(await readCharges()).toEqual([]);
  expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 10_000 });
  expect(await readChat(app, built.conversationId)).toEqual([]);
  expect(app.events).toEqual([]);
  expect(changed).toEqual([]);
}

describe('a tip in a show', () => {
  it('is posted in its chat and published to its room', async () => {
    const { data } = await tip({ userNote: 'For the kiln' });
    expect(data).toMatchObject({ type: 'stream_tip', totalPrice: 5, sessionId: built.show.sessionId });
    const message = {
      type: 'tip',
      senderId: fan.id,
      text: `${fan.account.name} tipped $5.00\nFor the kiln`,
      tipAmount: 5,
      tipNote: 'For the kiln',
      sequence: 1,
    };
    expect(created()).toEqual([
      expect.objectContaining({
        room: built.room,
        payload: expect.objectContaining({ ...message, senderInfo: expect.objectContaining({ _id: fan.id }) }),
      }),
    ]);
    const list = await app.call('listPublicStreamMessages', { params: { id: built.conversationId } });
    expect(list.data).toMatchObject({ total: 1, data: [message] });
    // It is not posted in their private conversation.
    expect((await app.call('listConversations', { as: fan.token })).data.total).toBe(0);
    expect(await listProblems(app)).toEqual([]);
  });

  it('notifies the creator, as any tip does', async () => {
    await tip({ userNote: 'For the kiln' });
    const told = app.events.find(({ event }) => event === 'TIPPED');
    expect(told).toMatchObject({ room: `account:${host.id}`, payload: { totalPrice: 5, userNote: 'For the kiln' } });
  });

  it('keeps the client’s session id only outside of shows', async () => {
    await tip({ sessionId: 'a-call', conversationId: undefined, streamType: undefined });
    expect(await readCharges()).toMatchObject([{ sessionId: 'a-call', type: 'tip' }]);
  });

  it('adds to the goal of the show, whatever session id the client sends', async () => {
    await tip({ sessionId: 'another' });
    expect(await readCharges()).toMatchObject([{ sessionId: built.show.sessionId, type: 'stream_tip' }]);
    expect(changed).toEqual([built.show.id]);
    await setShow({ goalAmount: null });
    await tip();
    expect(changed).toHaveLength(1);
  });

  it('is recognized even if the client sends no show type', async () => {
    const { data } = await tip({ streamType: undefined });
    expect(data.type).toBe('stream_tip');
    expect(await readChat(app, built.conversationId)).toHaveLength(1);
  });

  it('is charged once for a repeated key, even after the show', async () => {
    const first = await tip({}, { key: 'k1' });
    await setShow({ state: 'ended' });
    expect((await tip({}, { key: 'k1' })).data).toEqual(first.data);
    expect(await readChat(app, built.conversationId)).toHaveLength(1);
    expect(created()).toHaveLength(1);
  });

  it('shows the note of a muted fan only to the creator, and tells the fan', async () => {
    await app.context.db
      .insert(streamRestrictions)
      .values({ streamId: built.show.id, accountId: fan.id, kind: 'mute' });
    const { status, data } = await tip({ userNote: 'Listen to me' });
    expect({ status, isNoteHidden: data.isNoteHidden }).toEqual({ status: 200, isNoteHidden: true });
    expect((await tip()).data).not.toHaveProperty('isNoteHidden');
    const [row] = await readChat(app, built.conversationId);
    expect(row).toMatchObject({ text: `${fan.account.name} tipped $5.00`, meta: { tipCents: 500 } });
    expect(JSON.stringify(created())).not.toContain('Listen');
    expect(app.events.find(({ event }) => event === 'TIPPED')).toMatchObject({ payload: { userNote: 'Listen to me' } });
  });

  it('is not subject to the rules of the chat, and does not delay the fan’s next message', async () => {
    await setShow({ slowSeconds: 60, isEmoteOnly: true, chatWriters: 'subscribers' });
    expect((await tip({ userNote: 'Words' })).status).toBe(200);
    expect((await tip({ userNote: 'Words' })).status).toBe(200);
    await setShow({ isEmoteOnly: false, chatWriters: 'everyone' });
    const message = { as: fan.token, params: { id: built.conversationId }, body: { text: 'Hi' } };
    expect((await app.call('sendStreamMessage', message)).status).toBe(200);
  });

  it('shows no note after its message was deleted', async () => {
    await tip({ userNote: 'Unkind words' });
    const [row] = await readChat(app, built.conversationId);
    await app.call('deleteMessage', { as: host.token, params: { id: row?.id ?? '' } });
    const list = await app.call('listPublicStreamMessages', { params: { id: built.conversationId } });
    expect(JSON.stringify(list.body)).not.toContain('Unkind');
  });

  it('is posted in the chat of a group show', async () => {
    const group = await buildPerformer(app);
    built = await buildShowChat(app, group, { type: 'group' });
    await buildSeat(app, built, fan);
    expect((await tip({ streamType: 'stream_group' }, { to: group })).status).toBe(200);
    expect(await readChat(app, built.conversationId)).toMatchObject([{ type: 'tip' }]);
  });
});

describe('a tip in a show is rejected without any charge', () => {
  it('if the show does not exist', async () => {
    expect((await tip({ conversationId: 'f'.repeat(24) })).body.error).toBe('ENTITY_NOT_FOUND');
    await expectNothing();
  });

  it('if the show is another creator’s', async () => {
    const other = await buildPerformer(app);
    expect((await tip({}, { to: other })).body.error).toBe('ENTITY_NOT_FOUND');
    expect((await tip({ streamType: undefined }, { to: other })).body.error).toBe('ENTITY_NOT_FOUND');
    await expectNothing();
  });

  it('if the conversation is not a show’s', async () => {
    await buildSubscription(app, { userId: fan.id, performerId: host.id });
    const opening = { as: fan.token, body: { source: 'performer', sourceId: host.id } };
    const { _id: conversationId } = (await app.call('createConversation', opening)).data;
    expect((await tip({ conversationId })).body.error).toBe('ENTITY_NOT_FOUND');
    await expectNothing();
    // If the client does not claim that it is a show, the tip is posted in the private conversation.
    expect((await tip({ conversationId, streamType: undefined })).data.type).toBe('tip');
    expect(await readChat(app, conversationId)).toMatchObject([{ type: 'tip' }]);
  });

  it('if the fan cannot enter', async () => {
    await setShow({ audience: 'subscribers' });
    expect((await tip()).body.error).toBe('ENTITY_NOT_FOUND');
    await setShow({ audience: 'everyone' });
    await app.context.db.insert(streamRestrictions).values({ streamId: built.show.id, accountId: fan.id, kind: 'ban' });
    expect((await tip()).body.error).toBe('ENTITY_NOT_FOUND');
    await expectNothing();
  });

  it('if the show is not live', async () => {
    for (const state of ['prepared', 'ended'] as const) {
      await setShow({ state });
      expect((await tip()).body.error).toBe('STREAM_OFFLINE');
    }
    await expectNothing();
  });

  it('if the wallet has too little', async () => {
    expect((await tip({ price: 101 })).body.error).toBe('NOT_ENOUGH_BALANCE');
    await expectNothing();
  });
});

it('concurrent tips and messages are numbered without a gap, and the ledger is correct', async () => {
  const fans = await Promise.all(Array.from({ length: 10 }, () => buildUser(app, { wallet: cents(50_00) })));
  const replies = await Promise.all(
    fans.flatMap((as) => [
      tip({}, { as }).then(({ status }) => status),
      app
        .call('sendStreamMessage', { as: as.token, params: { id: built.conversationId }, body: { text: 'Hi' } })
        .then(({ status }) => status),
    ]),
  );
  expect(replies).toEqual(replies.map(() => 200));
  const rows = await app.context.db
    .select({ sequence: messages.sequence })
    .from(messages)
    .where(eq(messages.conversationId, built.conversationId))
    .orderBy(messages.sequence);
  expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect((await listProblems(app)).filter(({ rule }) => rule !== 'access-is-paid')).toEqual([]);
});
