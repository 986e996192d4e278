import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { useFootRoom } from '@/components/hooks/use-foot-room';
import { LazySheet } from '@/components/states/part-failed';
import { formatMoney } from '@/lib/format-money';
import type { Performer } from '../performer-slice';
import styles from './profile-buy-bar.module.css';

const PlanSheet = dynamic(() => import('./plan-sheet').then((module) => module.PlanSheet), { loading: LazySheet });

/** Price and button at the thumb below 1000 px, with room for them in the page; opens the price panel as a sheet. */
export function ProfileBuyBar({ performer }: { performer: Performer }) {
  const [wanted, setWanted] = useState<'never' | 'open' | 'closed'>('never');
  const bar = useFootRoom<HTMLDivElement>();
  if (performer.isSubscribed) return null;
  const days = performer.durationFreeSubscriptionDays;
  return (
    <>
      <div className={styles.place}>
        <div ref={bar} className={`row ${styles.bar}`}>
          <div className="grow">
            <p className="strong num">{`${formatMoney(performer.monthlyPrice)} a month`}</p>
            {performer.isFreeSubscription && (
              <p className="xs muted">{`or ${days} ${days === 1 ? 'day' : 'days'} free first`}</p>
            )}
          </div>
          <Button variant="primary" onClick={() => setWanted('open')}>
            Subscribe
          </Button>
        </div>
      </div>
      {wanted !== 'never' && (
        <PlanSheet performer={performer} open={wanted === 'open'} onClose={() => setWanted('closed')} />
      )}
    </>
  );
}
