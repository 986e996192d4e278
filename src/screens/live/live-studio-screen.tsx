import { useEffect } from 'react';
import { Skeleton } from '@/components/basic/skeleton';
import { PartBoundary } from '@/components/states/part-boundary';
import { LeaveGuard } from '@/components/states/leave-guard';
import { DeviceChoice } from '@/features/live/studio/components/device-choice';
import { FoundShow } from '@/features/live/studio/components/found-show';
import { OwnPicture } from '@/features/live/studio/components/own-picture';
import { SetupForm } from '@/features/live/studio/components/setup-form';
import { ShowSummary } from '@/features/live/studio/components/show-summary';
import { endRequested, studioEntered, studioLeft } from '@/features/live/studio/studio-slice';
import { selectHasTypedTexts, selectIsOnAir, selectPhase } from '@/features/live/studio/studio-state';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { LiveFrame } from './live-frame';
import { StudioChat } from './studio-chat';
import { StudioStage } from './studio-stage';
import styles from './live-studio.module.css';

export function LiveStudioScreen() {
  const dispatch = useAppDispatch();
  const phase = useAppSelector(selectPhase);
  const isOnAir = useAppSelector(selectIsOnAir);
  const hasTypedTexts = useAppSelector(selectHasTypedTexts);
  useEffect(() => {
    dispatch(studioEntered());
    return () => void dispatch(studioLeft());
  }, [dispatch]);
  return (
    <LiveFrame hasChat={isOnAir}>
      <PageTitle title={isOnAir ? 'You’re live' : 'Go live'} />
      <LeaveGuard
        when={phase === 'live' ? 'leaving' : null}
        title="End the show and leave?"
        onLeave={() => dispatch(endRequested())}
      >
        <p>You’re live. If you leave this page, your show ends for everyone.</p>
      </LeaveGuard>
      <LeaveGuard when={hasTypedTexts && phase !== 'live' ? 'leaving' : null} title="Leave without going live?">
        <p>What you typed for your show is not saved.</p>
      </LeaveGuard>
      <StudioBody />
    </LiveFrame>
  );
}

function StudioBody() {
  const phase = useAppSelector(selectPhase);
  switch (phase) {
    case 'live':
    case 'ending':
      return (
        <>
          <StudioStage />
          <PartBoundary part="chat" text="The chat could not be shown.">
            <StudioChat />
          </PartBoundary>
        </>
      );
    case 'elsewhere':
    case 'interrupted':
      return <FoundShow />;
    case 'ended':
      return <ShowSummary />;
    case 'setup':
    case 'starting':
      return (
        <div className={styles.setup}>
          <div className="stack">
            <h1 className={styles.title}>Go live</h1>
            <OwnPicture />
            <DeviceChoice />
          </div>
          <SetupForm />
        </div>
      );
    default:
      return (
        <div className={styles.setup} aria-busy="true">
          <div className="stack">
            <h1 className={styles.title}>Go live</h1>
            <Skeleton kind="card" />
          </div>
          <Skeleton count={6} />
        </div>
      );
  }
}
