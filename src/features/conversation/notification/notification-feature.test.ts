import { ApiError } from '@/services/api-error';
import { wireNotification } from '../../../../tests/factories/wire';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { notificationFeature, notificationReceived, notifications, readAllRequested } from './notification-feature';

async function open(count: number, more: Answers = {}) {
  const stored = Array.from({ length: count }, () => wireNotification());
  const listNotifications: Answers['listNotifications'] = ({ query = {} }) => {
    const { offset = 0, limit = 20 } = query as Record<string, number>;
    return { data: stored.slice(offset, offset + limit), total: stored.length, totalUnread: stored.length };
  };
  const { store } = storeForTest({
    features: [notificationFeature],
    answers: { listNotifications, ...more },
    user: {},
  });
  const resync = async () => {
    notificationFeature.resync?.(store.getState()).forEach(store.dispatch);
    await settle();
  };
  const next = async () => {
    store.dispatch(notifications.moreRequested());
    await settle();
  };
  const ids = () => store.getState().notification.rows.map(({ _id }: { _id: string }) => _id);
  store.dispatch(notifications.requested({}));
  await settle();
  return { store, stored, resync, next, ids };
}

describe('a long list of notifications', () => {
  it('keeps its length after a reconnect, and loads more at its end', async () => {
    const { stored, resync, next, ids } = await open(60);
    await next();
    stored.unshift(wireNotification(), wireNotification());
    await resync();
    expect(ids()).toEqual(stored.slice(0, 42).map(({ _id }) => _id));
    await next();
    expect(ids()).toEqual(stored.map(({ _id }) => _id));
  });

  it('starts again if more new ones arrived than fit on a page', async () => {
    const { stored, resync, next, ids } = await open(30);
    stored.unshift(...Array.from({ length: 25 }, () => wireNotification()));
    await resync();
    await next();
    expect(ids()).toEqual(stored.slice(0, 40).map(({ _id }) => _id));
  });
});

it('a notification that the server withdrew disappears, also from the count', async () => {
  const { store, stored, ids, next } = await open(45);
  const [first, second] = stored.splice(0, 1).concat(stored[0]!);
  const event = { ids: [first?._id], totalUnread: 44 };
  const heard = notificationFeature.socket?.['notification_withdrawn']?.(event as never, 'notification_withdrawn');
  if (heard) store.dispatch(heard);
  expect(ids()[0]).toBe(second?._id);
  expect(store.getState().notification).toMatchObject({ totalUnread: 44, total: 44 });
  await next();
  expect(ids()).toEqual(stored.slice(0, 39).map(({ _id }) => _id));
});

describe('marking all as read', () => {
  it('restores the count, including new notifications, if the server rejects it', async () => {
    let refuse: (error: Error) => void = () => undefined;
    const readAllNotifications = () => new Promise((_resolve, reject) => (refuse = reject));
    const { store, stored } = await open(3, { readAllNotifications });
    store.dispatch(readAllRequested({ ids: stored.map(({ _id }) => _id), totalUnread: 3 }));
    store.dispatch(notificationReceived(wireNotification()));
    refuse(new ApiError(500, {}));
    await settle();
    expect(store.getState().notification.totalUnread).toBe(4);
  });
});
