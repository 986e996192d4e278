import { settle, storeForTest } from '../../../../tests/harness/render-with-store';
import { fan, newestFirst, wireConversation, wireMessage } from '../../../../tests/factories/wire-message';
import { messageFeature } from './message-feature';
import { conversationOpened, processingFileViewed } from './message-slice';

afterEach(() => vi.useRealTimers());

it('a video being processed is polled by one loop only, however often it is viewed', async () => {
  const film = { _id: 'aa0000000000000000000002', type: 'message-video', status: 'processing' as const };
  const message = wireMessage(1, { type: 'video', files: [film] });
  const { store, calls } = storeForTest({
    features: [messageFeature],
    answers: {
      getConversation: () => wireConversation(),
      readAllMessages: () => ({ ok: true }),
      listMessages: ({ query = {} }) => newestFirst([message], query),
      getFileStatus: () => film,
    },
    user: fan,
  });
  store.dispatch(conversationOpened({ conversationId: message.conversationId }));
  await settle();
  vi.useFakeTimers();
  for (let turn = 0; turn < 3; turn += 1)
    store.dispatch(processingFileViewed({ messageId: message._id, fileId: film._id }));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(calls.filter(({ name }) => name === 'getFileStatus')).toHaveLength(1);
});
