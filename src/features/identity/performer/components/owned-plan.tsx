import { Button } from '@/components/basic/button';
import { Day } from '@/components/basic/times';
import { paths } from '@/config/paths';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch } from '@/store/hooks';
import { subscribeWanted } from '@/store/intents';
import type { Performer } from '../performer-slice';
import styles from './owned-plan.module.css';

/** How a subscription that one has stands, and what can be done about it. */
export function OwnedPlan({ performer, onChosen }: { performer: Performer; onChosen?: () => void }) {
  const { subscription } = performer;
  const dispatch = useAppDispatch();
  const isTrial = subscription?.subscriptionType === 'free';
  const isEnding = subscription?.status === 'deactivated' || isTrial;
  const date = isEnding ? subscription?.expiredAt : (subscription?.nextRecurringDate ?? subscription?.expiredAt);
  const until = date && <Day value={date} />;
  return (
    <div className={`stack stack--sm ${styles.owned}`}>
      <p className="strong">You are subscribed</p>
      {until && (
        <p className="sm ink-2">
          {isEnding ? (
            <>You keep access until {until}.</>
          ) : (
            <>
              Renews on {until} for {formatMoney(subscription?.price ?? performer.monthlyPrice)}.
            </>
          )}
        </p>
      )}
      {isTrial ? (
        <Button
          block
          onClick={() => {
            onChosen?.();
            dispatch(subscribeWanted({ performer }));
          }}
        >
          Keep subscribing
        </Button>
      ) : (
        <Button href={`${paths.user.subscriptions}?show=${isEnding ? 'ending' : 'active'}`} block>
          {isEnding ? 'Resume' : 'Manage'}
        </Button>
      )}
    </div>
  );
}
