import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { renderWithStore, storeForTest, type Answers } from '../../../../../tests/harness/render-with-store';
import { wireId, wireNotification, wirePerformer, type WireNotification } from '../../../../../tests/factories/wire';
import { notificationFeature, notificationReceived, notifications } from '../notification-feature';
import { getPath } from '../notification-link';
import { NotificationList, ReadAllButton } from './notification-list';

const page = (data: WireNotification[], totalUnread: number | undefined) => ({ data, total: data.length, totalUnread });

function show(answers: Answers) {
  const given = storeForTest({ features: [notificationFeature], answers, user: {} });
  given.store.dispatch(notifications.requested({}));
  return renderWithStore(
    <>
      <ReadAllButton />
      <NotificationList />
    </>,
    { given },
  );
}

describe('notifications', () => {
  it('are marked as read when they are opened', async () => {
    const one = wireNotification({ refSource: 'feed', reference: { _id: wireId(), slug: 'kiln' } });
    const { calls } = show({ listNotifications: () => page([one], 1), readNotification: () => true });
    const link = await screen.findByRole('link', { name: /New: New post/ });
    expect(link).toHaveAttribute('href', '/post/kiln');
    link.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(link);
    expect(link).not.toHaveTextContent('New: ');
    expect(calls.at(-1)).toMatchObject({ name: 'readNotification', input: { params: { id: one._id } } });
  });

  it('stay marked as read when an older response arrives', async () => {
    const one = wireNotification();
    const { store } = show({ listNotifications: () => page([{ ...one }], 1), readNotification: () => true });
    const link = await screen.findByRole('link', { name: /New: / });
    link.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(link);
    act(() => void store.dispatch(notifications.requested({})));
    await waitFor(() => expect(store.getState().notification.status).toBe('ready'));
    expect(screen.queryByText('New:')).not.toBeInTheDocument();
    expect(store.getState().notification.totalUnread).toBe(0);
  });

  it('can all be marked as read, which is undone if the server rejects it', async () => {
    let refuse = false;
    show({
      listNotifications: () => page([wireNotification(), wireNotification({ read: true })], 1),
      readAllNotifications: () => {
        if (refuse) throw new ApiError(500, {});
        return true;
      },
    });
    refuse = true;
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.getAllByText('New:')).toHaveLength(1));
    refuse = false;
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(screen.queryByText('New:')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
  });

  it('show a new one only once', async () => {
    const heard = wireNotification({ title: 'New tip' });
    const { store } = show({ listNotifications: () => page([], undefined) });
    expect(await screen.findByText('No notifications yet')).toBeInTheDocument();
    act(() => {
      store.dispatch(notificationReceived(heard));
      store.dispatch(notificationReceived(heard));
    });
    expect(await screen.findAllByText('New tip')).toHaveLength(1);
  });

  it('show an error if they do not load', async () => {
    show({
      listNotifications: () => {
        throw new ApiError(500, {});
      },
    });
    expect(await screen.findByText('Your notifications did not load')).toBeInTheDocument();
  });
});

describe('the link of a notification', () => {
  const createdBy = wirePerformer({ username: 'mira' });
  const refId = wireId();
  it.each<[Partial<WireNotification>, boolean, string]>([
    [{ type: 'feed', refId }, false, `/post/${refId}`],
    [{ type: 'liked', refSource: 'video', refId }, false, `/video/${refId}`],
    [{ type: 'comment', createdBy }, false, '/mira'],
    [{ type: 'message', refId }, false, `/messages/${refId}`],
    [{ type: 'tipped' }, true, '/creator/earning'],
    [{ type: 'performer', createdBy }, false, '/mira'],
    [{ type: 'performer' }, true, '/creator/my-follower'],
    [{ type: 'stream', reference: { _id: refId, username: 'mira' } }, false, '/streaming/mira'],
    [{ type: 'payment' }, false, '/user/payment-history'],
    [{ type: 'payout' }, true, '/creator/payout-request'],
    [{ type: 'account' }, false, '/user/account'],
    [{ type: 'account', refSource: 'payout_account' }, true, '/creator/banking'],
  ])('of %j (creator: %s) is correct', (overrides, isPerformer, path) => {
    expect(getPath(wireNotification(overrides), { isPerformer })).toBe(path);
  });
});
