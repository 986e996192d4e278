import { Button } from '@/components/basic/button';
import { Panel } from '@/components/layout/panel';
import { SumLines } from '@/components/list/sum-lines';
import { paths } from '@/config/paths';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import type { Performer } from '../performer-slice';
import { shortName } from './subscribe-panel';

interface PriceFactsProps {
  performer: Performer;
  isOwn: boolean;
}

/** Prices as a creator sees them: their own, with a link to change them, or those of another creator. */
export function PriceFacts({ performer, isOwn }: PriceFactsProps) {
  const { monthlyPrice, yearlyPrice, isFreeSubscription, durationFreeSubscriptionDays: days } = performer;
  return (
    <Panel title={isOwn ? 'Your prices' : `What ${shortName(performer.name)} charges`} lifted>
      <div className="stack">
        <SumLines
          lines={[
            { label: 'Monthly', amount: formatMoney(monthlyPrice) },
            ...(yearlyPrice > 0 ? [{ label: 'Yearly', amount: formatMoney(yearlyPrice) }] : []),
            { label: 'Free trial', amount: isFreeSubscription ? pluralise(days, 'day') : 'None' },
          ]}
        />
        {isOwn ? (
          <Button block href={`${paths.creator.account}#prices`}>
            Change prices
          </Button>
        ) : (
          <p className="sm ink-2">This is a creator account. Only fan accounts can subscribe.</p>
        )}
      </div>
    </Panel>
  );
}
