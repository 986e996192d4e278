import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { selectSettings } from '@/features/site/settings/settings-slice';
import type { ExpressApproval, ExpressButtons as Buttons } from '@/services/stripe-express';
import { selectHasExtension } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import type { NewCard } from '../cards-slice';
import type { CardEntry } from './use-card-entry';
import styles from './checkout.module.css';

interface ExpressForm {
  /** Amount in major units that a press charges; null while the form is not ready. */
  due: number | null;
  /** Requests a coupon that is typed but not applied. @returns whether there is one: nothing may be paid then */
  applyTypedCoupon(): boolean;
  submit(card: NewCard): void;
}

export const ExpressFormContext = createContext<ExpressForm>({
  due: null,
  applyTypedCoupon: () => false,
  submit: () => undefined,
});

export function ExpressButtons({ entry }: { entry: CardEntry }) {
  const { due } = useContext(ExpressFormContext);
  const isServed = useAppSelector(selectHasExtension('expressCards'));
  const [isPriced, setIsPriced] = useState(false);
  // The buttons stay mounted while the form is not ready for a moment.
  if (due !== null && !isPriced) setIsPriced(true);
  return isServed && isPriced ? <MountedButtons entry={entry} /> : null;
}

function MountedButtons({ entry }: { entry: CardEntry }) {
  const form = useContext(ExpressFormContext);
  const { due } = form;
  const { stripePublishableKey: key = '' } = useAppSelector(selectSettings);
  const host = useRef<HTMLDivElement>(null);
  const buttons = useRef<Buttons | null>(null);
  const approved = useRef<ExpressApproval | null>(null);
  /** The form when Apple Pay or Google Pay opened: either exactly the amount that they show is paid, or nothing. */
  const pressed = useRef<ExpressForm | null>(null);
  const [isAvailable, setIsAvailable] = useState(false);

  const getDue = useEffectEvent(() => due);
  const handlePress = useEffectEvent(() => {
    pressed.current = form;
    return due !== null && !form.applyTypedCoupon();
  });
  const handleApproval = useEffectEvent(async (approval: ExpressApproval) => {
    const opened = pressed.current;
    const card = await entry.tokenizeExpress(approval);
    if (!card) return approval.fail();
    approved.current = approval;
    opened?.submit(card);
  });
  useEffect(() => {
    const place = host.current;
    if (!place) return undefined;
    let isGone = false;
    const options = {
      key,
      due: getDue() ?? 0,
      isDark: document.documentElement.dataset['theme'] === 'dark',
      onReady: setIsAvailable,
      onPress: () => handlePress(),
      onApproval: (approval: ExpressApproval) => void handleApproval(approval),
    };
    void import('@/services/stripe-express')
      .then(({ mountExpressButtons }) => mountExpressButtons(place, options))
      .then(
        (mounted) => {
          if (isGone) return mounted.destroy();
          buttons.current = mounted;
          // The amount may have changed while Stripe's script loaded.
          mounted.update(getDue() ?? options.due);
        },
        // The card field already reports that Stripe failed to load.
        () => undefined,
      );
    return () => {
      isGone = true;
      buttons.current?.destroy();
      buttons.current = null;
    };
  }, [key]);
  useEffect(() => {
    if (due !== null) buttons.current?.update(due);
  }, [due]);
  useEffect(() => {
    if (!entry.refusal) return;
    approved.current?.fail();
    approved.current = null;
  }, [entry.refusal]);

  return (
    <div className={isAvailable ? `stack stack--sm ${styles.express}` : styles.expressWaiting} inert={due === null}>
      <div ref={host} role="group" aria-label="Apple Pay or Google Pay" />
      <p className="xs muted center">or type a card</p>
    </div>
  );
}
