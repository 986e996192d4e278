import { Bell } from 'lucide-react';
import { notificationRoutes } from '@contract/conversation/notification-routes';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { InfiniteEnd } from '@/components/list/infinite-end';
import { NotificationRow } from '@/components/people/notification-row';
import { PartBoundary } from '@/components/states/part-boundary';
import { Skeleton } from '@/components/basic/skeleton';
import { paths } from '@/config/paths';
import { selectIsPerformer } from '@/features/identity/auth/session-slice';
import { selectServes } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { iconOf, pathOf, personOf } from '../notification-link';
import {
  listRequested,
  readAllRequested,
  readRequested,
  selectNotifications,
  type Notification,
} from '../notification-slice';
import styles from './notification-list.module.css';

/** Marks everything as read, as long as something is not. */
export function ReadAllButton() {
  const dispatch = useAppDispatch();
  const { list, totalUnread } = useAppSelector(selectNotifications);
  const canMark = useAppSelector(selectServes(notificationRoutes.readAllNotifications));
  if (totalUnread === 0 || !canMark) return null;
  const unread = list.filter((one) => !one.read).map(({ _id }) => _id);
  return (
    <Button size="sm" onClick={() => dispatch(readAllRequested({ ids: unread, totalUnread }))}>
      Mark all as read
    </Button>
  );
}

/** Notifications, newest first, in all the states of a list. */
export function NotificationList() {
  const dispatch = useAppDispatch();
  const { list, status, isEnd } = useAppSelector(selectNotifications);
  if (list.length === 0 && status === 'failed') {
    return <ErrorState title="Your notifications did not load" onRetry={() => dispatch(listRequested({}))} />;
  }
  if (list.length === 0 && status !== 'ready') return <Skeleton kind="person" count={6} />;
  if (list.length === 0) {
    return (
      <EmptyState
        icon={Bell}
        title="No notifications yet"
        text="New posts of creators you follow, replies and payments will show up here."
        action={<Button href={paths.creators}>Find creators</Button>}
      />
    );
  }
  const end = status === 'pending' ? 'loading' : isEnd ? 'end' : 'more';
  return (
    <>
      <ul className={styles.list}>
        {list.map((one) => (
          <li key={one._id}>
            <PartBoundary part="notification">
              <Row notification={one} />
            </PartBoundary>
          </li>
        ))}
      </ul>
      <InfiniteEnd
        state={status === 'failed' ? 'failed' : end}
        onMore={() => dispatch(listRequested({ more: true }))}
        skeleton="person"
        endText="You’ve reached the end"
      />
    </>
  );
}

function Row({ notification }: { notification: Notification }) {
  const dispatch = useAppDispatch();
  const isPerformer = useAppSelector(selectIsPerformer);
  const { _id: id, title, message, thumbnail, createdAt, read } = notification;
  const person = personOf(notification);
  return (
    <NotificationRow
      href={pathOf(notification, { isPerformer })}
      createdAt={createdAt}
      unread={!read}
      person={person && { name: person.name || person.username || 'Someone', avatar: person.avatar }}
      icon={iconOf(notification)}
      thumb={thumbnail}
      onOpen={() => {
        if (!read) dispatch(readRequested({ id }));
      }}
    >
      <b>{title}</b>
      {message && message !== title && <span className={styles.message}>{message}</span>}
    </NotificationRow>
  );
}
