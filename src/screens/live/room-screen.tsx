import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { ErrorState } from '@/components/states/error-state';
import { PartBoundary } from '@/components/states/part-boundary';
import { paths } from '@/config/paths';
import { profileRequested, selectAddress, selectProfile } from '@/features/identity/performer/performer-slice';
import { roomEntered, roomLeft } from '@/features/live/room/room-slice';
import { selectHasChat, selectShow } from '@/features/live/room/room-state';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { ShareMeta } from '../site/share-meta';
import { LiveFrame } from './live-frame';
import { RoomChat } from './room-chat';
import { RoomLeft } from './room-left';

export function RoomScreen() {
  const { query } = useRouter();
  const dispatch = useAppDispatch();
  const address = typeof query['username'] === 'string' ? query['username'] : '';
  const performer = useAppSelector(selectProfile(address));
  const place = useAppSelector(selectAddress(address));
  const show = useAppSelector(selectShow);
  const hasChat = useAppSelector(selectHasChat);
  const performerId = performer?._id;
  useEffect(() => {
    if (!performerId) return undefined;
    dispatch(roomEntered({ performerId }));
    return () => void dispatch(roomLeft());
  }, [dispatch, performerId]);
  if (!performer)
    return (
      <LiveFrame hasChat={hasChat}>
        {place?.status === 'failed' && (
          <ErrorState
            heading="h1"
            title="The page could not be loaded"
            onRetry={() => dispatch(profileRequested({ address }))}
          />
        )}
      </LiveFrame>
    );
  const path = paths.watch(performer.username || performer._id);
  return (
    <LiveFrame hasChat={hasChat}>
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
    </LiveFrame>
  );
}
