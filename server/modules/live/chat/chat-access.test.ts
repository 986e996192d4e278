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

  it.each(viewers)('is readable for viewers who can enter: %s', async (viewer) => {
    const error = refused[viewer];
    const list = await ask('listPublicStreamMessages', viewer, stage.conversationId);
    const chat = viewer === 'guest' ? undefined : await ask('getStreamConversation', viewer, stage.show.id);
    if (error !== undefined) {
      for (const reply of chat ? [list, chat] : [list]) {
        expect(reply.status).toBe(refusedStatus[error]);
        if (error !== 'UNAUTHORIZED') expect(reply.body.error).toBe(error);
        expect(JSON.stringify(reply.body)).not.toContain('Welcome');
      }
      return;
    }
    expect(list.data).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ text: 'Welcome' })]) });
    const { conversationId: _id } = stage;
    if (chat) expect(chat.data).toMatchObject({ _id, streamId: stage.show.id, canWrite: viewer !== 'muted' });
  });

  it.each(viewers)('is writable for viewers who can enter: %s', async (viewer) => {
    const error = viewer === 'guest' ? 'UNAUTHORIZED' : viewer === 'muted' ? 'CHAT_MUTED' : refused[viewer];
    const before = (await readChat(app, stage.conversationId)).length;
    for (const name of ['sendStreamMessage', 'sendPublicStreamMessage'] as const) {
      const reply = await ask(name, viewer, stage.conversationId, { text: `I am the ${viewer}` });
      expect(reply.status).toBe(error === undefined ? 200 : refusedStatus[error]);
      if (error !== undefined && error !== 'UNAUTHORIZED') expect(reply.body.error).toBe(error);
    }
    expect((await readChat(app, stage.conversationId)).length).toBe(error === undefined ? before + 2 : before);
  });

  it('is found by creator under the same rules', async () => {
    const isPrivate = stage.show.type === 'private';
    for (const viewer of viewers) {
      const reply = await ask('getPublicStreamConversation', viewer, stage.host.id);
      const error = isPrivate ? 'ENTITY_NOT_FOUND' : refused[viewer];
      expect([viewer, reply.status]).toEqual([viewer, error === undefined ? 200 : refusedStatus[error]]);
    }
  });
});
