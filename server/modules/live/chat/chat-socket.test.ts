import { streamViewers } from '../../../db/schema/streams';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildShowChat, type BuiltShow, readConversation } from '../../../../tests/factories/show-chat';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { connect, listen, settle, type TestSocket } from '../../../../tests/harness/socket-client';

let app: TestApp;
let url: string;
let host: BuiltPerformer;
let fan: BuiltPerson;
let built: BuiltShow;
let sockets: TestSocket[] = [];

beforeAll(async () => {
  app = await buildTestApp();
  url = await listen(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  host = await buildPerformer(app);
  fan = await buildUser(app);
  built = await buildShowChat(app, host);
});
afterEach(() => {
  for (const { close } of sockets) close();
  sockets = [];
});

const systemLines = new Map<TestSocket, number>();

async function join(token?: string, { isIn = true } = {}): Promise<TestSocket> {
  const joined = await connect(url, token);
  sockets.push(joined);
  joined.socket.on(`message_created_conversation_${built.conversationId}`, ({ isSystem }) => {
    if (isSystem) systemLines.set(joined, (systemLines.get(joined) ?? 0) + 1);
  });
  if (isIn) joined.socket.emit('public-stream/join', { conversationId: built.conversationId });
  await settle(joined);
  return joined;
}

const readBuilt = async () => ({
  show: built.show,
  conversation: await readConversation(app, built.conversationId),
});

const send = (as: BuiltPerson, text: string) =>
  app.call('sendStreamMessage', { as: as.token, params: { id: built.conversationId }, body: { text } });
/** Names of the chat events that a socket received, without join and leave lines. */
function heard(socket: TestSocket): string[] {
  let lines = systemLines.get(socket) ?? 0;
  return socket
    .names()
    .filter((name) => name.endsWith(`_${built.conversationId}`))
    .map((name) => name.slice(0, -25))
    .filter((name) => name !== 'message_created_conversation' || (lines -= 1) < 0);
}

function recordSequences({ socket }: TestSocket): number[] {
  const sequences: number[] = [];
  socket.on(`message_created_conversation_${built.conversationId}`, ({ sequence = 0 }) => sequences.push(sequence));
  return sequences;
}

const countUpTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('the room of a show', () => {
  it('receives each message once, as do sender and guests, but no socket outside', async () => {
    const stranger = await buildUser(app);
    const inside = [await join(host.token), await join(fan.token), await join(fan.token), await join()];
    const outside = [
      await join(stranger.token, { isIn: false }),
      await join(fan.token, { isIn: false }),
      await join(undefined, { isIn: false }),
    ];
    const sequences = inside.map(recordSequences);
    for (let index = 0; index < 5; index += 1) await send(index % 2 ? fan : stranger, `one by one ${index}`);
    await settle(...inside);
    for (const each of sequences) expect(each).toEqual(countUpTo(5));
    await Promise.all(Array.from({ length: 20 }, (_, index) => send(index % 2 ? fan : stranger, `at once ${index}`)));
    await settle(...inside, ...outside);
    // The database can answer the second of two commits first; clients sort by sequence.
    for (const each of sequences) expect(each.toSorted((a, b) => a - b)).toEqual(countUpTo(25));
    for (const each of outside) expect(heard(each)).toEqual([]);
  });

  it('receives deletions of single messages and of all messages', async () => {
    const [viewer, outside] = [await join(fan.token), await join(host.token, { isIn: false })];
    const { data: message } = await send(fan, 'oops');
    await app.call('deleteMessage', { as: host.token, params: { id: message._id } });
    await app.call('removeAllMessages', { as: host.token, params: { id: built.conversationId } });
    await settle(viewer, outside);
    expect(heard(viewer)).toEqual([
      'message_created_conversation',
      'message_deleted_conversation',
      'clear_all_messages',
    ]);
    expect(heard(outside)).toEqual([]);
  });

  it('is closed immediately to all sockets of a removed viewer', async () => {
    const [one, two, host2] = [await join(fan.token), await join(fan.token), await join(host.token)];
    const body = { userId: fan.id, kind: 'ban' };
    await app.call('restrictViewer', { as: host.token, params: { id: built.show.id }, body });
    await send(host, 'Now then');
    one.socket.emit('public-stream/join', { conversationId: built.conversationId });
    await settle(one, two, host2);
    await send(host, 'Still here');
    await settle(one, two, host2);
    for (const each of [one, two]) {
      expect(heard(each)).toEqual([]);
      expect(each.heard('stream/access-lost')).toContainEqual({
        streamId: built.show.id,
        conversationId: built.conversationId,
      });
    }
    expect(heard(host2)).toHaveLength(2);
  });
});

const announceJoin = async (name: string) =>
  app.services.chat.announceMove({ ...(await readBuilt()), actor: { ...fan.actor, name }, isIn: true });

describe('join and leave lines', () => {
  it('are sent to the room and not stored', async () => {
    const viewer = await join(fan.token);
    let line: object | undefined;
    viewer.socket.on(`message_created_conversation_${built.conversationId}`, (message) => (line = message));
    await announceJoin('Robin');
    await settle(viewer);
    expect(line).toMatchObject({ isSystem: true, text: 'Robin joined', conversationId: built.conversationId });
    const { data } = await app.call('listPublicStreamMessages', { params: { id: built.conversationId } });
    expect(data.total).toBe(0);
  });

  it('are skipped if thirty viewers are present', async () => {
    const now = app.clock.now();
    const row = (index: number) => ({
      streamId: built.show.id,
      viewerKey: `guest ${index}`,
      since: now,
      presentUntil: new Date(now.getTime() + 60_000),
    });
    await app.context.db.insert(streamViewers).values(Array.from({ length: 29 }, (_, index) => row(index)));
    // Leaves out events for sockets of the previous test.
    const listLines = () =>
      app.events.filter(({ event }) => event === `message_created_conversation_${built.conversationId}`);
    await announceJoin('Robin');
    expect(listLines()).toHaveLength(1);
    await app.context.db.insert(streamViewers).values(row(29));
    await announceJoin('Wren');
    expect(listLines()).toHaveLength(1);
    // Viewers who left do not count.
    app.clock.advance({ minutes: 2 });
    await announceJoin('Martin');
    expect(listLines()).toHaveLength(2);
  });
});
