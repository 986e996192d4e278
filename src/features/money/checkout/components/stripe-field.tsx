import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useRetryWhenBack } from '@/components/hooks/use-retry-when-back';
import { selectSettings } from '@/features/site/settings/settings-slice';
import type { StripeCard } from '@/services/stripe-card';
import { useAppSelector } from '@/store/hooks';
import styles from './checkout.module.css';

interface StripeFieldProps {
  /** The field once it stands; null when it is gone. */
  onReady(card: StripeCard | null): void;
}

const notLoaded = 'The card field did not load. Check your connection and try again.';

/** Number, expiry and code in a field of Stripe's own: none of it is ever in this page. */
export function StripeField({ onReady }: StripeFieldProps) {
  const { stripePublishableKey: key = '' } = useAppSelector(selectSettings);
  const host = useRef<HTMLDivElement>(null);
  const labelId = useId();
  const [problem, setProblem] = useState<string>();
  const tell = useEffectEvent(onReady);
  // With no connection the field of somebody else did not come; it is fetched again with the connection.
  const [tries, setTries] = useState(0);
  useRetryWhenBack(problem === notLoaded ? () => setTries(tries + 1) : undefined);
  useEffect(() => {
    const place = host.current;
    if (!place) return undefined;
    if (tries > 0) setProblem(undefined);
    let card: StripeCard | null = null;
    let isGone = false;
    const { color, fontFamily, fontSize } = getComputedStyle(place);
    const placeholder = getComputedStyle(place).getPropertyValue('--muted') || color;
    const style = { color, fontFamily, fontSize, placeholder };
    void import('@/services/stripe-card')
      .then(({ mountStripeCard }) => mountStripeCard(place, { key, style, onProblem: setProblem }))
      .then(
        (mounted) => {
          if (isGone) mounted.destroy();
          else tell((card = mounted));
        },
        () => setProblem(notLoaded),
      );
    return () => {
      isGone = true;
      card?.destroy();
      tell(null);
    };
  }, [key, tries]);
  return (
    <div className="stack stack--sm">
      <span id={labelId}>Card</span>
      <div ref={host} role="group" aria-labelledby={labelId} className={styles.stripe} />
      {problem && (
        <p className="xs" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
