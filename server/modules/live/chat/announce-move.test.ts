import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { accounts } from '../../../db/schema/accounts';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildPrivateShow } from '../../../../tests/factories/seat';
import { buildShow, emit, joinRoom, listEvents } from '../../../../tests/factories/show';
import { buildUser } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('the chat of a show does not name viewers who hide their presence', async () => {
  const [host, fan] = await Promise.all([buildPerformer(app), buildUser(app)]);
  const { conversationId } = await buildShow(app, host);
  await app.context.db.update(accounts).set({ showsPresence: false }).where(eq(accounts.id, fan.id));
  const room = await joinRoom(app, fan, conversationId);
  app.clock.advance({ seconds: 61 });
  await emit(app, room, 'public-stream/leave', conversationId);
  const lines = listEvents(app, conversationId, `message_created_conversation_${conversationId}`);
  expect((lines as { text: string }[]).map(({ text }) => text)).toEqual(['A guest joined', 'A guest left']);
});

it('the chat of a show does not say who leaves for a private show with its host, or comes back from it', async () => {
  const [host, fan, other] = await Promise.all([
    buildPerformer(app),
    buildUser(app, { wallet: cents(2_000) }),
    buildUser(app),
  ]);
  const { show, _id } = await buildPrivateShow(app, fan, host);
  const event = `message_created_conversation_${show.conversationId}`;
  const listLines = () => (listEvents(app, show.conversationId, event) as { text: string }[]).map(({ text }) => text);
  const room = await joinRoom(app, fan, show.conversationId);
  await emit(app, room, 'public-stream/leave', show.conversationId);
  expect(listLines()).toEqual([]);
  await app.call('leaveSeat', { as: fan.token, params: { id: _id } });
  const back = await joinRoom(app, fan, show.conversationId);
  expect(listLines()).toEqual([]);

  await joinRoom(app, other, show.conversationId);
  app.clock.advance({ seconds: 61 });
  await emit(app, back, 'public-stream/leave', show.conversationId);
  expect(listLines()).toEqual([`${other.account.name} joined`, `${fan.account.name} left`]);
});
