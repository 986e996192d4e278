import type { EndpointName } from '@contract/schemas';
import {
  buildShowStage,
  refusedByShow,
  refusedStatus,
  viewers,
  type ShowStage,
  type ViewerName,
} from '../../../../tests/factories/show-viewers';
import { readChat } from '../../../../tests/factories/show-chat';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe.each(refusedByShow)('the chat of %s', (_name, overrides, refused) => {
  let stage: ShowStage;
  beforeAll(async () => {
    stage = await buildShowStage(app, overrides);
    const { host, conversationId: id } = stage;
    await app.call('sendStreamMessage', { as: host.token, params: { id }, body: { text: 'Welcome' } });
  });

  const ask = (name: EndpointName, viewer: ViewerName, id: string, body?: object) =>
    app.call(name, { ...stage.by(viewer), params: { id }, ...(body && { body }) });

  /** Sends a message through each of the two endpoints. */
  async function write(viewer: ViewerName) {
    const before = (await readChat(app, stage.conversationId)).length;
    const body = { text: `I am the ${viewer}` };
    const replies = [
      await ask('sendStreamMessage', viewer, stage.conversationId, body),
      await ask('sendPublicStreamMessage', viewer, stage.conversationId, body),
    ];
    return { replies, added: (await readChat(app, stage.conversationId)).length - before };
  }

  const readers = viewers.filter((viewer) => refused[viewer] === undefined);
  const writeErrors: typeof refused = { ...refused, guest: 'UNAUTHORIZED', muted: 'CHAT_MUTED' };

  it.each(readers)('lists its messages for the %s', async (viewer) => {
    const list = await ask('listPublicStreamMessages', viewer, stage.conversationId);
    expect(list.data).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ text: 'Welcome' })]) });
  });

  it.each(readers.filter((viewer) => viewer !== 'guest'))('can be found by its show for the %s', async (viewer) => {
    const chat = await ask('getStreamConversation', viewer, stage.show.id);
    const { conversationId: _id } = stage;
    expect(chat.data).toMatchObject({ _id, streamId: stage.show.id, canWrite: viewer !== 'muted' });
  });

  it.each(Object.entries(refused) as [ViewerName, string][])(
    'is not readable for the %s: %s',
    async (viewer, error) => {
      const replies = [await ask('listPublicStreamMessages', viewer, stage.conversationId)];
      // This endpoint requires a login.
      if (viewer !== 'guest') replies.push(await ask('getStreamConversation', viewer, stage.show.id));
      for (const reply of replies) {
        expect(reply).toMatchObject({ status: refusedStatus[error], body: { error } });
        expect(JSON.stringify(reply.body)).not.toContain('Welcome');
      }
    },
  );

  it.each(viewers.filter((viewer) => writeErrors[viewer] === undefined))('is writable for the %s', async (viewer) => {
    const { replies, added } = await write(viewer);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(added).toBe(2);
  });

  it.each(Object.entries(writeErrors) as [ViewerName, string][])(
    'is not writable for the %s: %s',
    async (viewer, error) => {
      const { replies, added } = await write(viewer);
      const rejected = { status: refusedStatus[error], body: { error } };
      expect(replies).toMatchObject([rejected, rejected]);
      expect(added).toBe(0);
    },
  );

  it('can be found by its creator under the same rules', async () => {
    const isPrivate = stage.show.type === 'private';
    for (const viewer of viewers) {
      const reply = await ask('getPublicStreamConversation', viewer, stage.host.id);
      const error = isPrivate ? 'ENTITY_NOT_FOUND' : refused[viewer];
      expect([viewer, reply.status]).toEqual([viewer, error === undefined ? 200 : refusedStatus[error]]);
    }
  });
});
