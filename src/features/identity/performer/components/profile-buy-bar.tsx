import dynamic from 'next/dynamic';
import { useState } from 'react';
import { BuyBar } from '@/components/content/buy-bar';
import { Button } from '@/components/basic/button';
import { LazySheet } from '@/components/states/part-failed';
import { formatMoney } from '@/lib/format-money';
import type { Performer } from '../performer-slice';

const PlanSheet = dynamic(() => import('./plan-sheet').then((module) => module.PlanSheet), { loading: LazySheet });

/** Price and button at the thumb below 1000 px; opens the price panel as a sheet. */
export function ProfileBuyBar({ performer }: { performer: Performer }) {
  const [wanted, setWanted] = useState<'never' | 'open' | 'closed'>('never');
  if (performer.isSubscribed) return null;
  const days = performer.durationFreeSubscriptionDays;
  return (
    <>
      <BuyBar
        price={`${formatMoney(performer.monthlyPrice)} a month`}
        note={performer.isFreeSubscription ? `or ${days} ${days === 1 ? 'day' : 'days'} free first` : undefined}
      >
        <Button variant="primary" onClick={() => setWanted('open')}>
          Subscribe
        </Button>
      </BuyBar>
      {wanted !== 'never' && (
        <PlanSheet performer={performer} open={wanted === 'open'} onClose={() => setWanted('closed')} />
      )}
    </>
  );
}
