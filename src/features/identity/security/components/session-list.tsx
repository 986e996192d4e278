import { useState } from 'react';
import { Laptop, Monitor, Smartphone, Tablet, Tv } from 'lucide-react';
import { Badge } from '@/components/basic/badge';
import { leaveAccount } from '@/components/states/leave-questions';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { TimeAgo } from '@/components/basic/times';
import { ListRow } from '@/components/list/list-row';
import { logoutRequested } from '@/features/identity/auth/session-slice';
import { getCountryName } from '@/lib/display-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  otherSessionsEndRequested,
  selectIsActing,
  selectSecurityAct,
  selectSecurity,
  sessionEndRequested,
  type OpenSession,
} from '../security-slice';
import { MissingPart } from './missing-part';
import styles from './security.module.css';

const glyphs = { desktop: Laptop, phone: Smartphone, tablet: Tablet, tv: Tv, other: Monitor };

const INITIAL_COUNT = 8;

export function SessionList() {
  const dispatch = useAppDispatch();
  const { sessions } = useAppSelector(selectSecurity);
  const { isBusy: isEndingAll, error } = useAppSelector(selectSecurityAct('endOthers'));
  const isEndingOne = useAppSelector(selectIsActing('endSession'));
  const [isWhole, setIsWhole] = useState(false);
  if (!sessions.data) {
    return <MissingPart part={sessions} failedTitle="Your devices did not load" skeleton="person" skeletonCount={2} />;
  }
  return (
    <div className="stack">
      <ul>
        {sessions.data.slice(0, isWhole ? undefined : INITIAL_COUNT).map((session) => (
          <SessionRow key={session._id} session={session} />
        ))}
      </ul>
      {error && (
        <p role="alert" className={styles.warn}>
          {error.message}
        </p>
      )}
      {sessions.data.length > 1 && (
        <div className="row row--wrap">
          {!isWhole && sessions.data.length > INITIAL_COUNT && (
            <Button onClick={() => setIsWhole(true)}>Show all {sessions.data.length}</Button>
          )}
          <Button
            variant="danger"
            busy={isEndingAll}
            disabled={isEndingOne}
            onClick={() => dispatch(otherSessionsEndRequested())}
          >
            Log out all other devices
          </Button>
        </div>
      )}
    </div>
  );
}

function SessionRow({ session }: { session: OpenSession }) {
  const dispatch = useAppDispatch();
  const { isBusy, error } = useAppSelector(selectSecurityAct('endSession', session._id));
  const isLocked = useAppSelector(selectIsActing('endSession', 'endOthers'));
  const name = getName(session);
  return (
    <ListRow>
      <Icon of={glyphs[session.device]} size={24} />
      <div className="grow">
        <p className="strong">
          {name} {session.isCurrent && <Badge tone="accent">This device</Badge>}
        </p>
        <p className="muted sm">
          {session.country && `${getCountryName(session.country)} · `}
          {session.isCurrent ? (
            'In use now'
          ) : (
            <>
              Last used <TimeAgo value={session.lastUsedAt} inSentence />
            </>
          )}
        </p>
        {error && (
          <p role="alert" className={styles.warn}>
            {error.message}
          </p>
        )}
      </div>
      {session.isCurrent ? (
        <Button size="sm" onClick={() => leaveAccount(() => void dispatch(logoutRequested()))}>
          Log out
        </Button>
      ) : (
        <Button
          size="sm"
          busy={isBusy}
          disabled={isLocked && !isBusy}
          aria-label={`Log out ${name}`}
          onClick={() => dispatch(sessionEndRequested(session._id))}
        >
          Log out
        </Button>
      )}
    </ListRow>
  );
}

function getName({ browser, os }: OpenSession): string {
  if (browser && os) return `${browser} on ${os}`;
  return browser || os || 'Unknown device';
}
