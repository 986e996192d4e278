import { Eye, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { IconButton } from '@/components/basic/icon-button';
import { useSecondsSince } from '@/components/hooks/use-seconds';
import { GoalBar } from '@/features/live/room/components/goal-bar';
import { ConnectionVeil } from '@/features/live/studio/components/connection-veil';
import { DeviceChoice } from '@/features/live/studio/components/device-choice';
import { EndSheet } from '@/features/live/studio/components/end-sheet';
import { LiveFigures } from '@/features/live/studio/components/live-figures';
import { OwnPicture } from '@/features/live/studio/components/own-picture';
import { PrivatePanel } from '@/features/live/studio/components/private-panel';
import { ShowEditSheet } from '@/features/live/studio/components/show-edit-sheet';
import { WatchersSheet } from '@/features/live/studio/components/watchers-sheet';
import { selectKeepsShows, selectStudio } from '@/features/live/studio/studio-state';
import { describeAudience } from '@/features/live/show/components/show-card';
import { cx } from '@/lib/cx';
import { formatShortCount, pluralise } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';
import { useAppSelector } from '@/store/hooks';
import styles from './live-studio.module.css';
import roomStyles from './room-screen.module.css';

export function StudioStage() {
  const { show, privateShow, privateResult, requests, viewers } = useAppSelector(selectStudio);
  const keepsShows = useAppSelector(selectKeepsShows);
  const [open, setOpen] = useState<'end' | 'edit' | 'viewers' | null>(null);
  if (!show) return null;
  const close = () => setOpen(null);
  const canListViewers = keepsShows;
  const isAsked = privateShow !== null || privateResult !== null || requests.length > 0;
  return (
    <div className={roomStyles.left}>
      <OwnPicture
        badges={
          <>
            <Badge tone={privateShow ? 'media' : 'live'}>
              {privateShow ? 'Private' : show.type === 'group' ? 'Group' : 'Live'}
            </Badge>
            <RunningTime since={privateShow?.startedAt ?? show.startedAt} />
            <Badge tone="media" icon={Eye}>
              <span aria-hidden="true">{formatShortCount(viewers.total)}</span>
              <span className="sr">{pluralise(viewers.total, 'viewer')}</span>
            </Badge>
          </>
        }
        corner={
          <Button variant="danger" size="sm" onClick={() => setOpen('end')}>
            End
          </Button>
        }
        veil={<ConnectionVeil onEnd={() => setOpen('end')} />}
      />
      <div className={cx(roomStyles.info, isAsked && styles.asked)}>
        <PrivatePanel />
        <div className={cx('stack stack--md', styles.standing)}>
          <LiveFigures onViewers={canListViewers ? () => setOpen('viewers') : undefined} />
          {show.goal && <GoalBar goal={show.goal} />}
          <div className={styles.about}>
            <div className="grow">
              <h1 className={cx(roomStyles.title, styles.showTitle)}>{show.title}</h1>
              <p className={cx('sm muted truncate', styles.terms)}>{describeAudience(show)}</p>
            </div>
            <IconButton icon={Pencil} size="sm" label="Edit your show" onClick={() => setOpen('edit')} />
          </div>
        </div>
        <section className={roomStyles.more} aria-label="Camera and microphone">
          <DeviceChoice />
        </section>
      </div>
      <EndSheet open={open === 'end'} onClose={close} />
      <ShowEditSheet show={show} open={open === 'edit'} onClose={close} />
      {canListViewers && <WatchersSheet open={open === 'viewers'} onClose={close} />}
    </div>
  );
}

function RunningTime({ since }: { since: string | null | undefined }) {
  const seconds = useSecondsSince(since);
  return (
    <Badge tone="media" className="num">
      {formatDuration(seconds)}
    </Badge>
  );
}
