import { useRouter } from 'next/router';
import { useEffect, useRef, type ReactNode } from 'react';
import { useKeyboardRoom } from '@/components/hooks/use-keyboard-room';
import { ErrorState } from '@/components/states/error-state';
import { PartBoundary } from '@/components/states/part-boundary';
import { paths } from '@/config/paths';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { profileRequested, selectAddress, selectProfile } from '@/features/identity/performer/performer-slice';
import { roomEntered, roomLeft } from '@/features/live/room/room-slice';
import { selectHasChat, selectShow } from '@/features/live/room/room-state';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { ShareMeta } from '../site/share-meta';
import { RoomChat } from './room-chat';
import { RoomLeft } from './room-left';
import styles from './room-screen.module.css';

/** The room of a creator's show: the picture, what is said, and what can be given. */
export function RoomScreen() {
  const { query } = useRouter();
  const dispatch = useAppDispatch();
  const address = typeof query['username'] === 'string' ? query['username'] : '';
  const performer = useAppSelector(selectProfile(address));
  const place = useAppSelector(selectAddress(address));
  const show = useAppSelector(selectShow);
  const performerId = performer?._id;
  useEffect(() => {
    if (!performerId) return undefined;
    dispatch(roomEntered({ performerId }));
    return () => void dispatch(roomLeft());
  }, [dispatch, performerId]);
  if (!performer)
    return (
      <RoomFrame>
        {place?.status === 'failed' && (
          <ErrorState
            heading="h1"
            title="The page could not be loaded"
            onRetry={() => dispatch(profileRequested({ address }))}
          />
        )}
      </RoomFrame>
    );
  const path = paths.watch(performer.username || performer._id);
  return (
    <RoomFrame>
      <ShareMeta
        type="profile"
        title={show ? `${show.title}: ${performer.name} live` : `${performer.name} live`}
        description={show?.description || `Watch ${performer.name} live.`}
        path={path}
        image={performer.cover || performer.avatar ? { src: performer.cover || performer.avatar } : null}
      />
      <RoomLeft performer={performer} />
      <PartBoundary part="chat" text="The chat could not be shown.">
        <RoomChat performer={performer} />
      </PartBoundary>
    </RoomFrame>
  );
}

/** Dark in both themes. Signed-in pages bring their own `main`; the public frame has one. */
function RoomFrame({ children }: { children: ReactNode }) {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const box = useRef<HTMLDivElement>(null);
  useKeyboardRoom(box);
  const hasChat = useAppSelector(selectHasChat);
  const room = (
    <div ref={box} className={styles.room} data-theme="dark" data-full={hasChat ? '' : undefined}>
      {children}
    </div>
  );
  return signedIn ? (
    <main id="main" tabIndex={-1} className={styles.main}>
      {room}
    </main>
  ) : (
    room
  );
}
