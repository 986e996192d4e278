import { cents } from '@contract/base/money';
import type { EndpointName } from '@contract/schemas';
import { buildShowStage, viewers, type ShowStage, type ViewerName } from '../../../../tests/factories/show-viewers';
import { readChat } from '../../../../tests/factories/show-chat';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const refusals: Partial<Record<string, number>> = {
  ENTITY_NOT_FOUND: 404,
  FORBIDDEN: 403,
  UNAUTHORIZED: 401,
  NOT_SUBSCRIBED: 403,
  NOT_FOLLOWING: 403,
  TICKET_REQUIRED: 403,
  CHAT_MUTED: 403,
};

/** The same in every show: hosts' blocks and bans, and who is above them. */
const always = { blocked: 'ENTITY_NOT_FOUND', farAway: 'ENTITY_NOT_FOUND', banned: 'FORBIDDEN' } as const;

type Expected = Partial<Record<ViewerName, string>>;
const needTicket: Expected = {
  ...always,
  guest: 'UNAUTHORIZED',
  stranger: 'TICKET_REQUIRED',
  follower: 'TICKET_REQUIRED',
  subscriber: 'TICKET_REQUIRED',
  formerSubscriber: 'TICKET_REQUIRED',
  otherCreator: 'TICKET_REQUIRED',
};
const notThere = (names: readonly ViewerName[], code: string): Expected =>
  Object.fromEntries(names.map((name) => [name, code]));

/** Viewers who are refused, and how; all others read and, unless they were muted, write. The muted ones have a ticket and a seat. */
const shows: [string, Parameters<typeof buildShowStage>[1], Expected][] = [
  ['a show for everyone', {}, always],
  [
    'a show for followers',
    { audience: 'followers' },
    { ...always, ...notThere(['guest', 'stranger', 'formerSubscriber', 'otherCreator'], 'NOT_FOLLOWING') },
  ],
  [
    'a show for subscribers',
    { audience: 'subscribers' },
    { ...always, ...notThere(['guest', 'stranger', 'follower', 'formerSubscriber', 'otherCreator'], 'NOT_SUBSCRIBED') },
  ],
  ['a show with a ticket for everyone', { price: cents(500) }, { ...needTicket }],
  [
    'a show with a ticket for all but subscribers',
    { audience: 'subscribers', price: cents(500), ticketFor: 'others' },
    Object.fromEntries(Object.entries(needTicket).filter(([name]) => name !== 'subscriber')),
  ],
  [
    'a group show',
    { type: 'group', minutePrice: cents(200) },
    // A ticket of a group cannot be bought; where there is one, it counts.
    needTicket,
  ],
  [
    'a private show',
    { type: 'private' },
    {
      ...always,
      ...notThere(
        ['guest', 'stranger', 'follower', 'subscriber', 'formerSubscriber', 'ticketHolder', 'otherCreator'],
        'ENTITY_NOT_FOUND',
      ),
    },
  ],
];

describe.each(shows)('the chat of %s', (_name, overrides, refused) => {
  let stage: ShowStage;
  beforeAll(async () => {
    stage = await buildShowStage(app, overrides);
    const { host, conversationId: id } = stage;
    await app.call('sendStreamMessage', { as: host.token, params: { id }, body: { text: 'Welcome' } });
  });

  const ask = (name: EndpointName, viewer: ViewerName, id: string, body?: object) =>
    app.call(name, { ...stage.by(viewer), params: { id }, ...(body && { body }) });

  it.each(viewers)('is read as the show lets in: %s', async (viewer) => {
    const error = refused[viewer];
    const list = await ask('listPublicStreamMessages', viewer, stage.conversationId);
    const chat = viewer === 'guest' ? undefined : await ask('getStreamConversation', viewer, stage.show.id);
    if (error !== undefined) {
      for (const reply of chat ? [list, chat] : [list]) {
        expect(reply.status).toBe(refusals[error]);
        if (error !== 'UNAUTHORIZED') expect(reply.body.error).toBe(error);
        expect(JSON.stringify(reply.body)).not.toContain('Welcome');
      }
      return;
    }
    expect(list.data).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ text: 'Welcome' })]) });
    const { conversationId: _id } = stage;
    if (chat) expect(chat.data).toMatchObject({ _id, streamId: stage.show.id, canWrite: viewer !== 'muted' });
  });

  it.each(viewers)('is written as the show lets in: %s', async (viewer) => {
    const error = viewer === 'guest' ? 'UNAUTHORIZED' : viewer === 'muted' ? 'CHAT_MUTED' : refused[viewer];
    const before = (await readChat(app, stage.conversationId)).length;
    for (const name of ['sendStreamMessage', 'sendPublicStreamMessage'] as const) {
      const reply = await ask(name, viewer, stage.conversationId, { text: `I am the ${viewer}` });
      expect(reply.status).toBe(error === undefined ? 200 : refusals[error]);
      if (error !== undefined && error !== 'UNAUTHORIZED') expect(reply.body.error).toBe(error);
    }
    expect((await readChat(app, stage.conversationId)).length).toBe(error === undefined ? before + 2 : before);
  });

  it('is found by its creator as the show lets in', async () => {
    const isPrivate = stage.show.type === 'private';
    for (const viewer of viewers) {
      const reply = await ask('getPublicStreamConversation', viewer, stage.host.id);
      const error = isPrivate ? 'ENTITY_NOT_FOUND' : refused[viewer];
      expect([viewer, reply.status]).toEqual([viewer, error === undefined ? 200 : refusals[error]]);
    }
  });
});
