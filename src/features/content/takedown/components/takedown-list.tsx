import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Day } from '@/components/basic/times';
import { Panel } from '@/components/layout/panel';
import { ListStates } from '@/components/list/list-states';
import { Pager } from '@/components/list/pager';
import { EmptyState } from '@/components/states/empty-state';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getTargetNoun, houseRules, takedowns, TAKEDOWNS_PER_PAGE, type Takedown } from '../takedown-feature';
import { AppealForm } from './appeal-form';

interface TakedownListProps {
  page: number;
  getHref: (page: number) => string;
}

export function TakedownList({ page, getHref }: TakedownListProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(takedowns.select);
  return (
    <ListStates
      list={list}
      failedTitle="What we removed did not load"
      onRetry={() => dispatch(takedowns.requested(list.query))}
      skeleton="line"
      skeletonCount={3}
      empty={
        <EmptyState
          icon={EyeOff}
          title="We removed nothing of yours"
          text="If we ever remove something, you can read why here, and appeal."
        />
      }
    >
      <div className="stack stack--lg">
        {list.rows.map((row) => (
          <TakedownPanel key={row._id} takedown={row} />
        ))}
      </div>
      <Pager label="Removed content" page={page} pages={Math.ceil(list.total / TAKEDOWNS_PER_PAGE)} getHref={getHref} />
    </ListStates>
  );
}

const states: Record<Takedown['state'], { text: string; tone?: 'warn' | 'danger' | 'success' }> = {
  standing: { text: 'Removed', tone: 'danger' },
  appealed: { text: 'Appeal sent', tone: 'warn' },
  upheld: { text: 'Stays removed', tone: 'danger' },
  restored: { text: 'Restored', tone: 'success' },
};

function TakedownPanel({ takedown }: { takedown: Takedown }) {
  const { target, title, rule, reason, createdAt, state, appeal, appealedAt, answer, answeredAt, appealUntil } =
    takedown;
  const [isAppealing, setIsAppealing] = useState(false);
  const noun = getTargetNoun(target);
  const heading = noun.charAt(0).toUpperCase() + noun.slice(1);
  return (
    <Panel title={title === '' ? heading : `${heading}: ${title}`} className="stack">
      <p>
        <Badge tone={states[state].tone}>{states[state].text}</Badge> on <Day value={createdAt} />
      </p>
      <p>
        <strong>Rule:</strong> {houseRules[rule]}
      </p>
      <p>
        <strong>Reason:</strong> {reason}
      </p>
      {appealedAt !== null && (
        <p>
          <strong>
            Your appeal, <Day value={appealedAt} />:
          </strong>{' '}
          {appeal}
        </p>
      )}
      {answeredAt !== null && (
        <p>
          <strong>
            Our answer, <Day value={answeredAt} />:
          </strong>{' '}
          {answer}
        </p>
      )}
      {state === 'appealed' && <p className="muted">A person reads your appeal. We’ll email you the decision.</p>}
      {appealUntil !== null && !isAppealing && (
        <div className="stack stack--sm">
          <div>
            <Button onClick={() => setIsAppealing(true)}>Appeal</Button>
          </div>
          <p className="sm muted">
            Until <Day value={appealUntil} />. You can appeal once.
          </p>
        </div>
      )}
      {isAppealing && <AppealForm id={takedown._id} onClose={() => setIsAppealing(false)} />}
    </Panel>
  );
}
