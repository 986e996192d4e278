import { Bell } from 'lucide-react';
import { Picture } from '@/components/media/picture';
import Link from 'next/link';
import { notificationRoutes } from '@contract/conversation/notification-routes';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { TimeAgo } from '@/components/basic/times';
import { EmptyState } from '@/components/states/empty-state';
import { ListStates } from '@/components/list/list-states';
import { Avatar } from '@/components/people/avatar';
import { PartBoundary } from '@/components/states/part-boundary';
import { paths } from '@/config/paths';
import { selectIsPerformer } from '@/features/identity/auth/session-slice';
import { cx } from '@/lib/cx';
import { selectSupportsCall } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getIcon, getPath, getPerson } from '../notification-link';
import {
  notifications,
  readAllRequested,
  readRequested,
  selectNotifications,
  type Notification,
} from '../notification-feature';
import styles from './notification-list.module.css';

export function ReadAllButton() {
  const dispatch = useAppDispatch();
  const { rows, totalUnread } = useAppSelector(selectNotifications);
  const canMark = useAppSelector(selectSupportsCall(notificationRoutes.readAllNotifications));
  if (totalUnread === 0 || !canMark) return null;
  const unread = rows.filter((one) => !one.read).map(({ _id }) => _id);
  return (
    <Button size="sm" onClick={() => dispatch(readAllRequested({ ids: unread, totalUnread }))}>
      Mark all as read
    </Button>
  );
}

export function NotificationList() {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectNotifications);
  return (
    <ListStates
      list={{ ...list, error: null }}
      failedTitle="Your notifications did not load"
      onRetry={() => dispatch(notifications.requested({}))}
      onMore={() => dispatch(notifications.moreRequested())}
      skeleton="person"
      skeletonCount={6}
      empty={
        <EmptyState
          icon={Bell}
          title="No notifications yet"
          text="New posts from creators you follow, replies and payments will show up here."
          action={<Button href={paths.creators}>Find creators</Button>}
        />
      }
    >
      <ul className={styles.list}>
        {list.rows.map((one) => (
          <li key={one._id}>
            <PartBoundary part="notification">
              <Row notification={one} />
            </PartBoundary>
          </li>
        ))}
      </ul>
    </ListStates>
  );
}

/** The whole row is a link. Notifications about money and the site have an icon instead of an avatar. */
function Row({ notification }: { notification: Notification }) {
  const dispatch = useAppDispatch();
  const isPerformer = useAppSelector(selectIsPerformer);
  const { _id: id, title, message, thumbnail, createdAt, read } = notification;
  const person = getPerson(notification);
  return (
    <Link
      className={cx('row', styles.row, !read && styles.unread)}
      href={getPath(notification, { isPerformer })}
      onClick={() => {
        if (!read) dispatch(readRequested({ id }));
      }}
    >
      {person ? (
        <Avatar name={person.name || person.username || 'Someone'} src={person.avatar} />
      ) : (
        <span className={styles.icon}>
          <Icon of={getIcon(notification)} />
        </span>
      )}
      <span className="grow">
        {!read && <span className="sr">New: </span>}
        <b>{title}</b>
        {message && message !== title && <span className="block ink-2">{message}</span>}
        <TimeAgo value={createdAt} className={cx('xs muted block', styles.time)} />
      </span>
      {thumbnail && (
        <Picture
          className={styles.thumb}
          src={thumbnail}
          alt=""
          width={46}
          height={46}
          loading="lazy"
          fallback={null}
        />
      )}
    </Link>
  );
}
