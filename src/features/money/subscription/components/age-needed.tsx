import { Day } from '@/components/basic/times';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppSelector } from '@/store/hooks';
import type { SubscriptionView } from '../subscription-view';

/** Says that a renewal waits for the fan's age. Every page asks for it; once it is declared, the renewal is tried again. */
export function AgeNeeded({ view: { name, renewsOn, isOpen, ref } }: { view: SubscriptionView }) {
  const user = useAppSelector(selectCurrentUser);
  if (user && 'isAgeDeclared' in user && user.isAgeDeclared) return <>You confirmed your age. We’re renewing it now.</>;
  return (
    <>
      Confirm your age to keep your subscription to {name}. You were not charged.{' '}
      {renewsOn && (
        <>
          We’ll try again on <Day value={renewsOn} />.{' '}
        </>
      )}
      {isOpen ? (
        <>
          Open until <Day value={ref.until} isUtc />.
        </>
      ) : (
        'Locked until it’s paid.'
      )}
    </>
  );
}
