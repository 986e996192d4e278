import { useState } from 'react';
import { BuyBar } from '@/components/buy-bar';
import { Button } from '@/components/button';
import { Sheet } from '@/components/sheet';
import { formatMoney } from '@/lib/format-money';
import type { Performer } from '../performer-slice';
import { PricePanel, shortName } from './price-panel';

/** Price and button at the thumb below 1000 px; opens the price panel as a sheet. */
export function ProfileBuyBar({ performer }: { performer: Performer }) {
  const [isOpen, setIsOpen] = useState(false);
  if (performer.isSubscribed) return null;
  const days = performer.durationFreeSubscriptionDays;
  return (
    <>
      <BuyBar
        price={`${formatMoney(performer.monthlyPrice)} a month`}
        note={performer.isFreeSubscription ? `or ${days} ${days === 1 ? 'day' : 'days'} free first` : undefined}
      >
        <Button variant="primary" onClick={() => setIsOpen(true)}>
          Subscribe
        </Button>
      </BuyBar>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={`Subscribe to ${shortName(performer.name)}`}>
        <PricePanel performer={performer} plain onChosen={() => setIsOpen(false)} />
      </Sheet>
    </>
  );
}
