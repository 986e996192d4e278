import { Trash2 } from 'lucide-react';
import { performerRoutes } from '@contract/identity/performer-routes';
import { Button } from '@/components/basic/button';
import { Switch } from '@/components/form/switch';
import { VideoPlayer } from '@/components/media/video-player';
import { selectServes } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectSection, welcomeSaved, welcomeVideoRemoved } from '../account-slice';
import styles from './account.module.css';
import type { CreatorAccount } from './creator-profile-form';
import { FileButton } from './file-button';

/** The video that greets whoever opens the creator's page: what there is, another one, none. */
export function WelcomeVideo({ user }: { user: CreatorAccount }) {
  const dispatch = useAppDispatch();
  const isBusy = useAppSelector(selectSection('welcome')).status === 'pending';
  const canRemove = useAppSelector(selectServes(performerRoutes.deleteWelcomeVideo));
  const isThere = Boolean(user.welcomeVideoId || user.welcomeVideoPath);
  return (
    <div className="stack">
      {user.welcomeVideoPath ? (
        <VideoPlayer
          key={user.welcomeVideoPath}
          className={styles.film}
          src={user.welcomeVideoPath}
          title="Your welcome video"
          width={640}
          height={360}
        />
      ) : (
        <p className="muted">
          {isThere
            ? 'Uploaded. We’re processing it.'
            : 'A short video that visitors to your page see first. Up to 200 MB.'}
        </p>
      )}
      <div className={styles.foot}>
        <FileButton section="welcome-video" label={isThere ? 'Replace the video' : 'Upload a video'} accept="video/*" />
        {isThere && canRemove && (
          <Button
            size="sm"
            variant="ghost"
            icon={Trash2}
            disabled={isBusy}
            onClick={() => dispatch(welcomeVideoRemoved())}
          >
            Remove the video
          </Button>
        )}
      </div>
      {isThere && (
        <Switch
          label="Show it on your page"
          checked={user.activateWelcomeVideo === true}
          disabled={isBusy}
          onChange={(event) => dispatch(welcomeSaved({ activateWelcomeVideo: event.target.checked }))}
        />
      )}
    </div>
  );
}
