import { useEffect } from 'react';
import { Button } from '@/components/basic/button';
import { Problem } from '@/components/basic/note';
import { Skeleton } from '@/components/basic/skeleton';
import { TimeAgo } from '@/components/basic/times';
import { ErrorState } from '@/components/states/error-state';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { pushDevicesRequested, pushOffRequested, pushOnRequested, selectPush, type PushDevice } from '../push-slice';
import styles from './push.module.css';

/** Turns pushed messages on and off, on this device and on others. */
export function PushPanel() {
  const dispatch = useAppDispatch();
  const { devices, loadError, error } = useAppSelector(selectPush);
  useEffect(() => void dispatch(pushDevicesRequested()), [dispatch]);
  if (loadError)
    return <ErrorState title="Your devices did not load" onRetry={() => void dispatch(pushDevicesRequested())} />;
  if (!devices) return <Skeleton count={2} />;
  return (
    <div className="stack">
      <Problem>{error?.message}</Problem>
      {!devices.some(({ isCurrent }) => isCurrent) && <ThisDevice />}
      {devices.length > 0 && (
        <ul className={styles.devices}>
          {devices.map((device) => (
            <Device key={device._id} device={device} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ThisDevice() {
  const dispatch = useAppDispatch();
  const { permission, isBusy } = useAppSelector(selectPush);
  switch (permission) {
    case null:
      return null;
    case 'unsupported':
      return (
        <p className="ink-2">
          This browser cannot receive notifications. On an iPhone or iPad, first choose “Add to Home Screen” in the
          share menu, and open the site from there.
        </p>
      );
    case 'denied':
      return (
        <p className="ink-2">
          Notifications from this site are blocked in this browser. Press the icon beside the address, allow
          notifications, then reload this page.
        </p>
      );
    default:
      return (
        <div className="stack">
          <p className="ink-2">Hear about news while the site is closed. Your lock screen shows no names or texts.</p>
          <div>
            <Button busy={isBusy} onClick={() => void dispatch(pushOnRequested())}>
              Turn on for this device
            </Button>
          </div>
        </div>
      );
  }
}

function Device({ device }: { device: PushDevice }) {
  const dispatch = useAppDispatch();
  const { isBusy } = useAppSelector(selectPush);
  const { browser, os, isCurrent, lastSuccessAt, createdAt } = device;
  const name = [browser, os].filter(Boolean).join(' on ') || 'A device';
  return (
    <li className={styles.device}>
      <div className="grow">
        <p className="strong">{isCurrent ? 'This device' : name}</p>
        <p className="muted sm">
          {isCurrent && `${name} · `}
          {lastSuccessAt ? 'Last notified ' : 'Turned on '}
          <TimeAgo value={lastSuccessAt ?? createdAt} inSentence />
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        disabled={isBusy}
        aria-label={`Turn off: ${isCurrent ? 'this device' : name}`}
        onClick={() => void dispatch(pushOffRequested(device))}
      >
        Turn off
      </Button>
    </li>
  );
}
