import { UserRoundX } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { InfiniteEnd } from '@/components/list/infinite-end';
import { PersonRow } from '@/components/people/person-row';
import { Skeleton } from '@/components/basic/skeleton';
import { formatDay } from '@/lib/dates';
import { personName } from '@/lib/person-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { peopleWanted, personUnblocked, selectBlock, type BlockedPerson } from '../block-slice';
import styles from './block.module.css';

/** Whom the creator has blocked, newest first, with the way back. */
export function BlockedPeople() {
  const dispatch = useAppDispatch();
  const { list, status, isEnd, error } = useAppSelector(selectBlock).people;
  if (list.length === 0 && status === 'failed') {
    return <ErrorState title="The list did not load" text={error?.message} onRetry={() => dispatch(peopleWanted())} />;
  }
  if (list.length === 0 && status !== 'ready') return <Skeleton kind="person" count={4} />;
  if (list.length === 0) {
    return (
      <EmptyState
        icon={UserRoundX}
        title="You haven’t blocked anyone"
        text="Search for someone by name to block them."
      />
    );
  }
  const end = status === 'pending' ? 'loading' : isEnd ? 'end' : 'more';
  return (
    <>
      <ul className={styles.list}>
        {list.map((blocked) => (
          <BlockedRow key={blocked._id} blocked={blocked} />
        ))}
      </ul>
      <InfiniteEnd
        state={status === 'failed' ? 'failed' : end}
        onMore={() => dispatch(peopleWanted({ more: true }))}
        skeleton="person"
        endText="You’ve reached the end"
      />
    </>
  );
}

function BlockedRow({ blocked: { targetId, targetInfo, reason, createdAt } }: { blocked: BlockedPerson }) {
  const dispatch = useAppDispatch();
  const name = personName(targetInfo, 'fan');
  return (
    <li>
      <PersonRow
        name={name}
        avatar={targetInfo?.avatar}
        meta={`Since ${formatDay(createdAt, { timeZone: 'UTC' })}`}
        action={
          <Button size="sm" aria-label={`Unblock ${name}`} onClick={() => dispatch(personUnblocked(targetId))}>
            Unblock
          </Button>
        }
      />
      {reason && <p className={`sm ${styles.reason}`}>{reason}</p>}
    </li>
  );
}
