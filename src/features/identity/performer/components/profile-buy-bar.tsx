import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { useFootRoom } from '@/components/hooks/use-foot-room';
import { LazySheet } from '@/components/states/part-failed';
import { formatMoney } from '@/lib/format-money';
import type { Performer } from '../performer-slice';
import { hasPlan, getPlanPhase } from '../plan-phase';
import styles from './profile-buy-bar.module.css';

const PlanSheet = dynamic(() => import('./plan-sheet').then((module) => module.PlanSheet), { loading: LazySheet });

const PlanStanding = dynamic(() => import('./plan-standing').then((module) => module.PlanStanding));
const PlanAction = dynamic(() => import('./plan-standing').then((module) => module.PlanAction));

/** The bar at the bottom of windows below 1000 px: price and button, or the state of the subscription. */
export function ProfileBuyBar({ performer }: { performer: Performer }) {
  const [wanted, setWanted] = useState<'never' | 'open' | 'closed'>('never');
  const bar = useFootRoom<HTMLDivElement>();
  const isOwned = hasPlan(performer);
  const isOver = getPlanPhase(performer) === 'ended';
  return (
    <>
      <div className={styles.place}>
        <div ref={bar} className={`row ${styles.bar}`} role="group" aria-label="Subscription">
          <div className="grow">
            {isOwned || isOver ? <PlanStanding performer={performer} /> : <Price performer={performer} />}
          </div>
          {isOwned ? (
            <PlanAction performer={performer} />
          ) : (
            <Button variant="primary" onClick={() => setWanted('open')}>
              {isOver ? 'Renew' : 'Subscribe'}
            </Button>
          )}
        </div>
      </div>
      {!isOwned && wanted !== 'never' && (
        <PlanSheet performer={performer} open={wanted === 'open'} onClose={() => setWanted('closed')} />
      )}
    </>
  );
}

function Price({ performer }: { performer: Performer }) {
  const { monthlyPrice, isFreeSubscription, durationFreeSubscriptionDays: days } = performer;
  return (
    <>
      <p className="strong num">{`${formatMoney(monthlyPrice)} a month`}</p>
      {isFreeSubscription && <p className="xs muted">{`or ${days} ${days === 1 ? 'day' : 'days'} free first`}</p>}
    </>
  );
}
