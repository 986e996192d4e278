import { ApiError } from '@/services/api-error';
import { notificationsRead } from '@/store/intents';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { badgesFeature, badgesRequested, selectBadges } from './badges-feature';

async function start(answers: Answers) {
  const { store } = storeForTest({ features: [badgesFeature], answers, user: {} });
  store.dispatch(badgesRequested());
  await settle();
  const hear = (name: string, payload: object) => {
    const action = badgesFeature.socket?.[name]?.(payload as never, name);
    if (action) store.dispatch(action);
  };
  return { store, hear, badges: () => selectBadges(store.getState()) };
}

const answers: Answers = {
  countUnread: () => ({ total: 3 }),
  listNotifications: () => ({ data: [], total: 9, totalUnread: 5 }),
};

describe('badges', () => {
  it('show the counts of the server, updated on events', async () => {
    const { badges, hear } = await start(answers);
    expect(badges()).toEqual({ conversations: 3, notifications: 5 });
    hear('nofify_read_messages_in_conversation', { total: 1 });
    hear('send_notification', {});
    expect(badges()).toEqual({ conversations: 1, notifications: 6 });
    hear('notification_withdrawn', { ids: ['a'], totalUnread: 5 });
    expect(badges()).toEqual({ conversations: 1, notifications: 5 });
  });

  it('go down when notifications are read', async () => {
    const { store, badges } = await start(answers);
    store.dispatch(notificationsRead({ totalUnread: 0 }));
    expect(badges()).toEqual({ conversations: 3, notifications: 0 });
  });

  it('are counted again after a reconnect', async () => {
    let total = 3;
    const { store, badges } = await start({ ...answers, countUnread: () => ({ total }) });
    total = 8;
    badgesFeature.resync?.(store.getState()).forEach((action) => store.dispatch(action));
    await settle();
    expect(badges().conversations).toBe(8);
  });

  it('ignore a response that is older than events received since the request', async () => {
    const late: ((reply: { total: number }) => void)[] = [];
    const { store, hear, badges } = await start({
      ...answers,
      countUnread: () => new Promise<{ total: number }>((resolve) => late.push(resolve)),
    });
    hear('nofify_read_messages_in_conversation', { total: 1 });
    late[0]?.({ total: 0 });
    await settle();
    expect(badges().conversations).toBe(1);
    late[1]?.({ total: 2 });
    await settle();
    expect(badges()).toEqual({ conversations: 2, notifications: 5 });

    store.dispatch(badgesRequested());
    badgesFeature.catchUp?.(store.getState()).forEach((action) => store.dispatch(action));
    late[3]?.({ total: 4 });
    late[2]?.({ total: 3 });
    await settle();
    expect(badges().conversations).toBe(4);
  });

  it('keep their counts, without a toast, if counting fails', async () => {
    let isDown = false;
    const { store, badges } = await start({
      ...answers,
      countUnread: () => {
        if (isDown) throw new ApiError(0, undefined);
        return { total: 3 };
      },
    });
    isDown = true;
    store.dispatch(badgesRequested());
    await settle();
    expect(badges()).toEqual({ conversations: 3, notifications: 5 });
  });

  it('count notifications if the backend does not count messages, and messages are zero if it sends no count', async () => {
    const { badges } = await start({
      countUnread: () => {
        throw new ApiError(404, undefined);
      },
      listNotifications: () => ({ data: [], total: 9, totalUnread: 5 }),
    });
    expect(badges()).toEqual({ conversations: 0, notifications: 5 });
    const older = await start({ ...answers, listNotifications: () => ({ data: [], total: 0 }) });
    expect(older.badges().notifications).toBe(0);
  });

  it('wire 2.2: count the unread among the newest notifications if the backend sends no count', async () => {
    const stored = [false, true, false, false].map((read, index) => ({ _id: `n${index}`, read }));
    const { badges } = await start({
      ...answers,
      listNotifications: ({ query }) => ({ data: stored.slice(0, Number(query?.['limit'])), total: 4 }),
    });
    expect(badges().notifications).toBe(3);
  });
});
