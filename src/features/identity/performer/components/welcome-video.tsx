import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { VideoPlayer } from '@/components/media/video-player';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectHidesWelcomeVideos, welcomeVideosHidden, type Performer } from '../performer-slice';
import styles from './welcome-video.module.css';

/** Muted until the viewer turns the sound on; once dismissed, it never returns. */
export function WelcomeVideo({ performer: { _id, name, welcomeVideoPath } }: { performer: Performer }) {
  const dispatch = useAppDispatch();
  const isHidden = useAppSelector(selectHidesWelcomeVideos);
  const isOwn = useAppSelector(selectCurrentUser)?._id === _id;
  // Some backends send the path of a video that is not processed yet or no longer exists.
  const [isBroken, setIsBroken] = useState(false);
  if (!welcomeVideoPath || isBroken || (isHidden && !isOwn)) return null;
  const hideVideo = () => {
    dispatch(welcomeVideosHidden({ performerId: _id }));
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <section className={styles.welcome} aria-label="Welcome video" onErrorCapture={() => setIsBroken(true)}>
      <VideoPlayer src={welcomeVideoPath} title={`Welcome video by ${name}`} width={16} height={9} autoplay />
      {!isOwn && (
        <Button variant="ghost" size="sm" icon={X} className={styles.hide} onClick={hideVideo}>
          Don’t show welcome videos
        </Button>
      )}
    </section>
  );
}
