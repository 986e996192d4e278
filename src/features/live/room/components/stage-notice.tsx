import type { ReactNode } from 'react';
import { limits } from '@contract/base/limits';
import { Button } from '@/components/basic/button';
import { useSecondsSince, useSecondsUntil } from '@/components/hooks/use-seconds';
import { cx } from '@/lib/cx';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { pictureRetried } from '../room-slice';
import { selectPicture } from '../room-state';
import styles from './stage.module.css';

/** After this long without a picture, asks the viewer whether to retry. ux.md LV-4. */
const ASK_AFTER_SECONDS = 60;

interface StageNoticeProps {
  name: string;
  hostAwaySince?: string | null | undefined;
  unplayable?: ReactNode;
  onLeave: () => void;
}

export function StageNotice({ name, hostAwaySince, unplayable, onLeave }: StageNoticeProps) {
  const dispatch = useAppDispatch();
  const { state, awaySince } = useAppSelector(selectPicture);
  const seconds = useSecondsSince(awaySince);
  // Counts from the time that the backend sent, so that a reload does not start the countdown again.
  const left = useSecondsUntil(hostAwaySince ? Date.parse(hostAwaySince) + limits.hostGraceSeconds * 1_000 : null);
  if (state === 'unplayable')
    return (
      <Veil>
        <p className="strong">The picture can’t be shown here</p>
        {unplayable ?? <p className="sm">The chat works as always.</p>}
      </Veil>
    );
  if (state === 'replaced')
    return (
      <Veil>
        <p className="strong">You’re watching in another tab</p>
        <div className={cx('row', styles.choices)}>
          <Button variant="primary" size="sm" onClick={() => dispatch(pictureRetried())}>
            Watch here
          </Button>
        </div>
      </Veil>
    );
  if (hostAwaySince)
    return (
      <Veil>
        <p className="strong">{name} lost the connection</p>
        <p className="sm">
          The show ends unless they come back <Seconds value={left} />
        </p>
      </Veil>
    );
  if (awaySince === null) return state === 'starting' ? <Starting /> : null;
  if (seconds < ASK_AFTER_SECONDS)
    return (
      <Veil>
        <p className="strong">
          Reconnecting <Seconds value={seconds} />
        </p>
      </Veil>
    );
  return (
    <Veil>
      <p className="strong">The picture is not coming back</p>
      <p className="sm">Check your connection. We keep trying.</p>
      <div className={cx('row', styles.choices)}>
        <Button variant="primary" size="sm" onClick={() => dispatch(pictureRetried())}>
          Retry
        </Button>
        <Button variant="media" size="sm" onClick={onLeave}>
          Leave
        </Button>
      </div>
    </Veil>
  );
}

/** Announced once when it appears, not every second. */
function Veil({ children }: { children: ReactNode }) {
  return (
    <div className={styles.veil} role="status">
      {children}
    </div>
  );
}

const Seconds = ({ value }: { value: number }) => (
  <span className="num" aria-hidden="true">
    ({value} s)
  </span>
);

function Starting() {
  return (
    <div className={styles.starting} role="status">
      <span className={styles.spin} aria-hidden="true" />
      Starting
    </div>
  );
}
