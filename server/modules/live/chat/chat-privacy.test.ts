import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildShowChat, readChat, readConversation, type BuiltShow } from '../../../../tests/factories/show-chat';
import { cents } from '@contract/base/money';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { readZip } from '../../../../tests/harness/read-zip';

let app: TestApp;
let host: BuiltPerformer;
let fan: BuiltPerson;
let other: BuiltPerson;
let built: BuiltShow;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [host, fan, other] = [
    await buildPerformer(app),
    await buildUser(app, { wallet: cents(20_00) }),
    await buildUser(app),
  ];
  built = await buildShowChat(app, host);
});

const send = async (as: BuiltPerson, text: string) =>
  (await app.call('sendStreamMessage', { as: as.token, params: { id: built.conversationId }, body: { text } })).data;
const list = async () =>
  (await app.call('listPublicStreamMessages', { params: { id: built.conversationId } })).data.data;

async function readArchive(person: BuiltPerson): Promise<{ inShows: Record<string, unknown>[] }> {
  await app.call('requestDataExport', { as: person.token });
  await app.jobs.drain();
  const { data } = await app.call('getDataExport', { as: person.token });
  const { pathname, search } = new URL(data.export?.url ?? '');
  const { rawPayload } = await app.http.inject({ url: pathname + search });
  return JSON.parse(String(readZip(rawPayload).get('messages.json'))) as { inShows: Record<string, unknown>[] };
}

async function erase(person: BuiltPerson): Promise<void> {
  const body = { confirmation: person.account.username, giveUpBalance: true };
  expect((await app.call('requestDeletion', { as: person.token, body })).status).toBe(200);
  app.clock.advance({ days: 15 });
  await app.jobs.run('delete-accounts', {});
  await app.jobs.drain();
}

it('the data export contains the account’s own messages in shows, but no messages by others', async () => {
  await send(fan, 'Is that porcelain?');
  await send(other, 'Not for the archive');
  const { _id } = await send(fan, 'Never mind');
  await app.call('deleteMessage', { as: fan.token, params: { id: _id } });
  const body = { price: 5, conversationId: built.conversationId, streamType: 'stream_public', userNote: 'For clay' };
  await app.call('tipPerformer', { as: fan.token, params: { id: host.id }, body });
  const archive = await readArchive(fan);
  const place = { with: `@${host.account.username}`, show: built.show.title };
  expect(archive.inShows).toHaveLength(3);
  expect(archive.inShows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...place, type: 'text', text: 'Is that porcelain?' }),
      expect.objectContaining({ ...place, type: 'text', text: null, isDeleted: true }),
      expect.objectContaining({ ...place, type: 'tip', text: expect.stringContaining('For clay') }),
    ]),
  );
  expect(JSON.stringify(archive)).not.toContain('Not for');
});

it('deleting an account empties its messages in shows', async () => {
  await send(other, 'Hello');
  await send(fan, 'Quokka');
  const body = { price: 5, conversationId: built.conversationId, streamType: 'stream_public', userNote: 'Quokka' };
  expect((await app.call('tipPerformer', { as: fan.token, params: { id: host.id }, body })).status).toBe(200);
  await erase(fan);
  expect(JSON.stringify(await readChat(app, built.conversationId))).not.toContain('Quokka');
  const shown = await list();
  expect(shown.map(({ text }) => text)).toEqual(['Message deleted', 'Message deleted', 'Hello']);
  expect(JSON.stringify(shown)).not.toContain(fan.account.name);
  expect((await readConversation(app, built.conversationId)).lastMessage).toBe('Message deleted');
});

it('deleting a creator removes the names of their chats', async () => {
  await app.call('renameConversation', {
    as: host.token,
    params: { id: built.conversationId },
    body: { name: 'Quokka evening' },
  });
  await erase(host);
  expect((await readConversation(app, built.conversationId)).name).toBe('');
});
