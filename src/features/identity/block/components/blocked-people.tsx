import { UserRoundX } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { ListStates } from '@/components/list/list-states';
import { PersonRow } from '@/components/people/person-row';
import { formatDay } from '@/lib/dates';
import { getPersonName } from '@/lib/person-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { people, personUnblocked, type BlockedPerson } from '../block-feature';
import styles from './block.module.css';

export function BlockedPeople() {
  const dispatch = useAppDispatch();
  const list = useAppSelector(people.select);
  return (
    <ListStates
      list={list}
      failedTitle="The list did not load"
      onRetry={() => dispatch(people.requested({}))}
      onMore={() => dispatch(people.moreRequested())}
      skeleton="person"
      skeletonCount={4}
      empty={
        <EmptyState
          icon={UserRoundX}
          title="You haven’t blocked anyone"
          text="Search for someone by name to block them."
        />
      }
    >
      <ul className={styles.list}>
        {list.rows.map((blocked) => (
          <BlockedRow key={blocked._id} blocked={blocked} />
        ))}
      </ul>
    </ListStates>
  );
}

function BlockedRow({ blocked: { targetId, targetInfo, reason, createdAt } }: { blocked: BlockedPerson }) {
  const dispatch = useAppDispatch();
  const name = getPersonName(targetInfo, 'fan');
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
      {reason && <p className={`sm muted ${styles.reason}`}>{reason}</p>}
    </li>
  );
}
