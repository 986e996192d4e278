import { useRouter } from 'next/router';
import { Button } from '@/components/basic/button';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { FollowButton } from '@/features/identity/performer/components/follow-button';
import type { Performer } from '@/features/identity/performer/performer-slice';
import { Chat } from '@/features/live/chat/components/chat';
import { selectHasChat, selectPlace, selectRoom, type Show } from '@/features/live/room/room-state';
import { subscribeRequested } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import styles from './room-screen.module.css';

export function RoomChat({ performer }: { performer: Performer }) {
  const { show } = useAppSelector(selectRoom);
  const place = useAppSelector(selectPlace);
  const user = useAppSelector(selectCurrentUser);
  const hasChat = useAppSelector(selectHasChat);
  const isOwn = user?._id === performer._id;
  const closed = useClosedChat(performer, show);
  if (!place || !hasChat) return null;
  const isShow = !place.isPrivate;
  return (
    <aside className={styles.chat}>
      <Chat
        conversationId={place.conversationId}
        isPublic={isShow && show?.type !== 'group'}
        hostId={performer._id}
        canModerate={isOwn}
        rules={isShow ? show?.chat : undefined}
        pinned={isShow ? show?.pinnedMessage : null}
        closed={isOwn || !isShow ? undefined : closed}
      />
    </aside>
  );
}

/** The reason why the viewer cannot write, and what would change that; undefined if they can. */
function useClosedChat(performer: Performer, show: Show | null) {
  const { asPath } = useRouter();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  if (!user)
    return (
      <>
        <span className="grow">Log in to chat.</span>
        <Button size="sm" variant="primary" href={paths.auth.loginFor(asPath)}>
          Log in
        </Button>
      </>
    );
  const writers = show?.chat?.writers ?? 'everyone';
  const { isSubscribed, isFollowed } = performer;
  if (writers === 'everyone' || isSubscribed || (writers === 'followers' && isFollowed)) return undefined;
  if (writers === 'followers')
    return (
      <>
        <span className="grow">Only followers and subscribers can chat right now.</span>
        <FollowButton performer={performer} size="sm" />
      </>
    );
  return (
    <>
      <span className="grow">Only subscribers can chat right now.</span>
      <Button size="sm" variant="primary" onClick={() => dispatch(subscribeRequested({ performer }))}>
        Subscribe
      </Button>
    </>
  );
}
