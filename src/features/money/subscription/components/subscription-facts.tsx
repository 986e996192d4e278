import { Day } from '@/components/basic/times';
import { formatMoney } from '@/lib/format-money';
import type { SubscriptionView } from '../subscription-view';
import styles from './subscription.module.css';

interface SubscriptionFactsProps {
  view: SubscriptionView;
  onChangeCard: () => void;
}

/** When it renews, ends or ended, for how much, and from which card. */
export function SubscriptionFacts({ view, onChangeCard }: SubscriptionFactsProps) {
  const { phase, renewsOn, price, cardName } = view;
  const isCharged = (phase === 'renewing' && renewsOn !== null) || phase === 'late';
  return (
    <div className="sm ink-2">
      <p>
        <When view={view} />
        {phase === 'renewing' && renewsOn && price ? ` for ${formatMoney(price)} before tax` : ''}
      </p>
      {isCharged && cardName !== undefined && (
        <p className={styles.card}>
          <span className="num">{cardName ?? 'No card saved'}</span>
          <button type="button" className="link" onClick={onChangeCard}>
            {cardName === null ? 'Choose a card' : 'Change card'}
            <span className="sr"> for {view.name}</span>
          </button>
        </p>
      )}
    </div>
  );
}

function When({ view: { phase, renewsOn, ref, isOpen, cardName } }: { view: SubscriptionView }) {
  const end = <Day value={ref.until} />;
  switch (phase) {
    case 'renewing':
      return renewsOn ? (
        <>
          Renews on <Day value={renewsOn} />
        </>
      ) : (
        <>Open until {end}</>
      );
    case 'late':
      return (
        <>
          We could not charge {cardName ?? 'your card'}
          {renewsOn && (
            <>
              {' '}
              and try again on <Day value={renewsOn} />
            </>
          )}
          . {isOpen ? <>Open until {end}.</> : 'Locked until it’s paid.'}
        </>
      );
    case 'ending':
      return <>Open until {end}. Nothing more is charged.</>;
    case 'ended':
      return <>Ended on {end}</>;
  }
}
