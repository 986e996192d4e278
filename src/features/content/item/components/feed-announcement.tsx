import { AnnouncedShow } from '@/components/content/announced-show';
import { streamRoutes } from '@contract/content/stream-routes';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSupportsCall } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { reminderRequested } from '@/store/intents';
import type { FeedItem } from '../item-view';

interface FeedAnnouncementProps {
  item: FeedItem;
  /** ISO 8601. */
  startsAt: string;
}

export function FeedAnnouncement({ item, startsAt }: FeedAnnouncementProps) {
  const dispatch = useAppDispatch();
  const { _id: postId, performer, isReminded = false, reminders } = item;
  const isOwn = useAppSelector(selectCurrentUser)?._id === performer._id;
  const canRemind = useAppSelector(selectSupportsCall(streamRoutes.setShowReminder)) && !isOwn;
  const remind = (wanted: boolean) => dispatch(reminderRequested({ postId, isReminded: wanted }));
  return (
    <AnnouncedShow
      startsAt={startsAt}
      isReminded={isReminded}
      reminders={reminders}
      watchHref={performer.live ? paths.watch(performer.username || performer._id) : undefined}
      onRemind={canRemind ? remind : undefined}
    />
  );
}
