import { EyeOff, FlipHorizontal2, Mic, MicOff, MonitorUp, MonitorX, SwitchCamera, Video, VideoOff } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { IconButton } from '@/components/basic/icon-button';
import { cx } from '@/lib/cx';
import type { DeviceKind } from '@/services/streaming/capture-device';
import { canShareScreen } from '@/services/streaming/device-problem';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import * as studio from '../studio-slice';
import { selectCapture, selectSetup } from '../studio-state';
import { describeProblem } from '../device-words';
import styles from './studio.module.css';

interface OwnPictureProps {
  /** Shown in the upper left; without badges, a note there says that only the host sees the picture. */
  badges?: ReactNode;
  corner?: ReactNode;
  /** Covers the picture while viewers do not receive it. */
  veil?: ReactNode;
}

export function OwnPicture({ badges, corner, veil }: OwnPictureProps) {
  const dispatch = useAppDispatch();
  const video = useRef<HTMLVideoElement>(null);
  const { camera, isScreenShared } = useAppSelector(selectCapture);
  const { isMirrored } = useAppSelector(selectSetup);
  const hasPicture = isScreenShared || camera.status === 'on';
  useEffect(() => {
    dispatch(studio.previewWanted(video.current));
    return () => void dispatch(studio.previewWanted(null));
  }, [dispatch]);
  return (
    <div className={styles.stage} data-empty={hasPicture ? undefined : ''}>
      <video
        ref={video}
        className={cx(styles.video, isMirrored && !isScreenShared && styles.mirrored)}
        playsInline
        autoPlay
        muted
        hidden={!hasPicture}
        aria-label="Your picture"
      />
      {!hasPicture && <NoPicture />}
      {veil}
      <div className={styles.topLeft}>
        {badges ?? (
          <Badge tone="media" icon={EyeOff}>
            Only you see this
          </Badge>
        )}
      </div>
      {corner && <div className={styles.topRight}>{corner}</div>}
      <DeviceSwitches />
    </div>
  );
}

const BOTH: DeviceKind[] = ['camera', 'microphone'];

function NoPicture() {
  const dispatch = useAppDispatch();
  const { camera, microphone } = useAppSelector(selectCapture);
  const problem = camera.problem && describeProblem('camera', camera.problem);
  const hasSound = microphone.status === 'on';
  if (camera.status === 'opening')
    return (
      <div className={styles.noPicture} role="status">
        <p className="strong">Starting your camera</p>
        <p className="sm">If your browser asks, choose “Allow”.</p>
      </div>
    );
  if (!problem)
    return (
      <div className={styles.noPicture}>
        <p className="strong">Your camera is off</p>
        <Button
          variant="primary"
          icon={Video}
          onClick={() => dispatch(studio.devicesWanted(hasSound ? ['camera'] : BOTH))}
        >
          {hasSound ? 'Turn on camera' : 'Turn on camera and microphone'}
        </Button>
      </div>
    );
  return (
    <div className={styles.noPicture} role="alert">
      <p className="strong">{problem.title}</p>
      <p className="sm">{problem.advice}</p>
      <div className="row row--wrap">
        <Button
          variant="primary"
          size="sm"
          onClick={() => dispatch(studio.devicesWanted(hasSound ? ['camera'] : BOTH))}
        >
          Try again
        </Button>
        {!hasSound && (
          <Button variant="media" size="sm" onClick={() => dispatch(studio.devicesWanted(['microphone']))}>
            Sound only
          </Button>
        )}
      </div>
    </div>
  );
}

function DeviceSwitches() {
  const dispatch = useAppDispatch();
  const { camera, microphone, isScreenShared } = useAppSelector(selectCapture);
  const { isMirrored } = useAppSelector(selectSetup);
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare(canShareScreen()), []);
  const hasCamera = camera.status === 'on';
  const hasSound = microphone.status === 'on' && !microphone.isMuted;
  const switchCamera = () => dispatch(hasCamera ? studio.deviceClosed('camera') : studio.devicesWanted(['camera']));
  const switchSound = () =>
    dispatch(
      microphone.status === 'on' ? studio.microphoneMuted(!microphone.isMuted) : studio.devicesWanted(['microphone']),
    );
  const turnCamera = () => {
    const at = camera.devices.findIndex(({ id }) => id === camera.deviceId);
    const next = camera.devices[(at + 1) % camera.devices.length];
    if (next) dispatch(studio.deviceChosen({ kind: 'camera', deviceId: next.id }));
  };
  return (
    <>
      <div className={styles.bottomLeft}>
        <IconButton
          variant="media"
          icon={hasCamera ? Video : VideoOff}
          label={hasCamera ? 'Turn camera off' : 'Turn camera on'}
          onClick={switchCamera}
        />
        <IconButton
          variant="media"
          icon={hasSound ? Mic : MicOff}
          label={hasSound ? 'Mute microphone' : microphone.status === 'on' ? 'Unmute microphone' : 'Turn microphone on'}
          onClick={switchSound}
        />
        {canShare && (
          <IconButton
            variant="media"
            icon={isScreenShared ? MonitorX : MonitorUp}
            label={isScreenShared ? 'Stop sharing your screen' : 'Share your screen'}
            onClick={() => dispatch(studio.screenSwitched(!isScreenShared))}
          />
        )}
      </div>
      <div className={styles.bottomRight}>
        {hasCamera && camera.devices.length > 1 && (
          <IconButton variant="media" icon={SwitchCamera} label="Other camera" onClick={turnCamera} />
        )}
        {hasCamera && !isScreenShared && (
          <IconButton
            variant="media"
            icon={FlipHorizontal2}
            label="Mirror my picture"
            aria-pressed={isMirrored}
            onClick={() => dispatch(studio.setupChanged({ isMirrored: !isMirrored }))}
          />
        )}
      </div>
    </>
  );
}
