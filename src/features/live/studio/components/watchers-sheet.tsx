import { useEffect } from 'react';
import { Button } from '@/components/basic/button';
import { Skeleton } from '@/components/basic/skeleton';
import { Sheet } from '@/components/layout/sheet';
import { Menu, type MenuItem } from '@/components/layout/menu';
import { PersonRow } from '@/components/people/person-row';
import { ErrorState } from '@/components/states/error-state';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { getPersonName } from '@/lib/person-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import * as studio from '../studio-slice';
import { selectStudio, type ViewerRow } from '../studio-state';
import styles from './studio.module.css';

const REFRESH_MS = 8_000;

interface WatchersSheetProps {
  open: boolean;
  onClose: () => void;
}

export function WatchersSheet({ open, onClose }: WatchersSheetProps) {
  const dispatch = useAppDispatch();
  const { viewers, watchers, restricted } = useAppSelector(selectStudio);
  useEffect(() => {
    if (!open) return undefined;
    dispatch(studio.watchersRequested());
    const timer = setInterval(() => dispatch(studio.watchersRequested()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [dispatch, open]);
  const removed = restricted.filter(({ kind }) => kind === 'ban');
  const others = Math.max(0, viewers.total - watchers.rows.length);
  return (
    <Sheet open={open} onClose={onClose} title={`${viewers.total} watching`}>
      {watchers.status === 'pending' && <Skeleton count={3} />}
      {watchers.status === 'failed' && (
        <ErrorState title="The viewers did not load" onRetry={() => dispatch(studio.watchersRequested())} />
      )}
      {watchers.status === 'ready' && (
        <>
          <ul className="stack stack--md">
            {watchers.rows.map((row) => (
              <li key={row.user._id}>
                <Watcher row={row} />
              </li>
            ))}
          </ul>
          {others > 0 && (
            <p className="sm muted">
              {watchers.rows.length > 0 ? 'and ' : ''}
              {pluralise(others, watchers.rows.length > 0 ? 'other' : 'guest')}
            </p>
          )}
          {viewers.total === 0 && <p className="sm muted">Nobody is here yet.</p>}
        </>
      )}
      {removed.length > 0 && (
        <section className="stack stack--sm">
          <h3 className={styles.smallTitle}>Removed from this show</h3>
          {removed.map(({ userId, name }) => (
            <div key={userId} className="row row--between">
              <span className="truncate">{name}</span>
              <Button size="sm" onClick={() => dispatch(studio.liftRequested({ userId }))}>
                Let back in
              </Button>
            </div>
          ))}
        </section>
      )}
    </Sheet>
  );
}

function Watcher({ row: { user, spent, isMuted, isSubscribed } }: { row: ViewerRow }) {
  const dispatch = useAppDispatch();
  const name = getPersonName(user, 'fan');
  const about = [spent > 0 && `Spent ${formatMoney(spent)}`, isSubscribed && 'Subscriber', isMuted && 'Muted'].filter(
    (part) => part !== false,
  );
  const restrict = (kind: 'mute' | 'ban') => dispatch(studio.restrictionRequested({ userId: user._id, name, kind }));
  const items: MenuItem[] = [
    isMuted
      ? { label: 'Let them write again', onSelect: () => dispatch(studio.liftRequested({ userId: user._id })) }
      : { label: 'Mute for 10 minutes', onSelect: () => restrict('mute') },
    { label: 'Remove from this show', tone: 'danger', onSelect: () => restrict('ban') },
  ];
  return (
    <PersonRow
      name={name}
      avatar={user.avatar}
      size="sm"
      meta={about.join(' · ')}
      action={<Menu label={`More about ${name}`} items={items} />}
    />
  );
}
