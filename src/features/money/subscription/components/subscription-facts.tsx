import Link from 'next/link';
import { Day } from '@/components/basic/times';
import { paths } from '@/config/paths';
import { formatMoney } from '@/lib/format-money';
import { getLimitProblem, type SpendingLimit } from '@/lib/spending-limit';
import { getNextPrice, type SubscriptionView } from '../subscription-view';
import { AgeNeeded } from './age-needed';
import styles from './subscription.module.css';

interface SubscriptionFactsProps {
  view: SubscriptionView;
  limit: SpendingLimit | null;
  isLocked: boolean;
  onChangeCard: (() => void) | undefined;
}

export function SubscriptionFacts({ view, limit, isLocked, onChangeCard }: SubscriptionFactsProps) {
  const { phase, renewsOn, cardName } = view;
  const price = getNextPrice(view);
  const isCharged = (phase === 'renewing' && renewsOn !== null) || phase === 'late';
  return (
    <div className="sm ink-2">
      <p>
        <When view={view} limit={limit} />
        {phase === 'renewing' && renewsOn && price ? ` for ${formatMoney(price)} plus any tax` : ''}
      </p>
      {isCharged && <PriceChange view={view} />}
      {isCharged && cardName !== undefined && (
        <p className={styles.card}>
          <span className="num">{cardName ?? 'No card saved'}</span>
          {onChangeCard && (
            <button
              type="button"
              className="link"
              // Not `disabled`, because the sheet returns the focus to this button.
              aria-disabled={isLocked || undefined}
              onClick={isLocked ? undefined : onChangeCard}
            >
              {cardName === null ? 'Choose a card' : 'Change card'}
              <span className="sr"> for {view.name}</span>
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function PriceChange({ view: { price, priceChange } }: { view: SubscriptionView }) {
  if (!priceChange) return null;
  return (
    <p className="strong">
      From <Day value={priceChange.from} />: {formatMoney(priceChange.price)}
      {price !== undefined && ` instead of ${formatMoney(price)}`}
    </p>
  );
}

function When({ view, limit }: Pick<SubscriptionFactsProps, 'view' | 'limit'>) {
  const { phase, renewsOn, ref, isOpen, isBlocked, cardName, isAgeNeeded } = view;
  const limitProblem = getLimitProblem(limit, getNextPrice(view) ?? 0);
  const end = <Day value={ref.until} isUtc />;
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
      if (isAgeNeeded) return <AgeNeeded view={view} />;
      if (limitProblem !== null) return <LimitNeeded problem={limitProblem} renewsOn={renewsOn} />;
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
      if (isBlocked) return <>This creator blocked you. Nothing more is charged.</>;
      return <>Open until {end}. Nothing more is charged.</>;
    case 'ended':
      return <>Ended on {end}</>;
  }
}

const LimitNeeded = ({ problem, renewsOn }: { problem: string; renewsOn: string | null }) => (
  <>
    You were not charged. {problem}
    {renewsOn && (
      <>
        {' '}
        We’ll try again on <Day value={renewsOn} />.
      </>
    )}{' '}
    <Link className="link" href={paths.spendingLimit}>
      Change limit
    </Link>
  </>
);
