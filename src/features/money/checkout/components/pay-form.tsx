import { Clock, Ticket, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { roundDollars } from '@contract/base/money';
import { Button, type ButtonProps } from '@/components/basic/button';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Note } from '@/components/basic/note';
import { formatMoney } from '@/lib/format-money';
import type { ApiFailure } from '@/services/api-error';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { couponRequested, selectCoupon } from '../coupon-slice';
import { cardPaymentRequested, paymentRequested, selectIsRunning, selectPayment } from '../payment-slice';
import type { NewCard } from '../cards-slice';
import { getAmountDue, isByCard, type Purchase } from '../purchase';
import { selectLimitProblem } from '../spending-limit-slice';
import { ExpressFormContext } from './express-buttons';
import type { CardChoice } from './pay-with';

interface PayFormProps {
  label: string;
  /** In the order in which they are paid; empty while the form is incomplete. */
  purchases: Purchase[];
  /** Absent if the wallet pays. A card that was typed is saved by paying. */
  choice?: CardChoice;
  reason?: string;
  warning?: string;
  failure?: ApiFailure | null;
  instead?: ReactNode;
  variant?: ButtonProps['variant'];
  icon?: ButtonProps['icon'];
  /** The fields are in the same form as the button, so that Enter pays. */
  children: ReactNode;
}

export function PayForm(props: PayFormProps) {
  const { label, purchases, choice, reason, warning, failure, instead, variant = 'primary', icon, children } = props;
  const dispatch = useAppDispatch();
  const form = useRef<HTMLFormElement>(null);
  const payment = useAppSelector(selectPayment);
  const isRunning = useAppSelector(selectIsRunning);
  const purchase = 'attempt' in payment ? payment.attempt.purchase : undefined;
  const isPaying = payment.step !== 'choosing';
  const refusal = payment.step === 'choosing' && payment.change?.kind === 'refusal' ? payment.change.failure : null;
  const isSaving = choice?.entry.isBusy === true;
  // True if a payment of a closed sheet is running. Saving the card for this sheet's payment does not count.
  const isWaiting = isRunning && !isPaying && !isSaving;
  const isBusy = isPaying || isSaving || isWaiting;
  const busyLabel =
    purchase?.kind === 'trial' ? 'Starting' : `Paying ${formatMoney(purchase ? getAmountDue(purchase) : 0)}`;
  const limitProblem = useAppSelector(selectLimitProblem(purchases));
  const overLimit = limitProblem === null ? null : { message: limitProblem, code: 'SPENDING_LIMIT_REACHED' };
  const coupon = useAppSelector(selectCoupon);
  const isCouponNew = !isBusy && coupon.isByPaying && purchases.some(hasCoupon);
  const isReady = !instead && !overLimit && purchases.length > 0 && (choice === undefined || choice.isOpen);

  const amount = purchases.length === 0 ? null : getTotal(purchases);
  const amountBefore = useRef(amount);
  const clearRefusal = useEffectEvent(() => choice?.entry.clearRefusal());
  useEffect(() => {
    // Null while the tax loads, or for an amount that is not allowed.
    if (amount === null || amount === amountBefore.current) return;
    if (amountBefore.current !== null) clearRefusal();
    amountBefore.current = amount;
  }, [amount]);

  const payWithCard = (card: NewCard) => void dispatch(cardPaymentRequested({ card, purchases }));
  const pay = async () => {
    if (!choice?.isAdding) {
      dispatch(paymentRequested(purchases));
      return;
    }
    const card = await choice.entry.tokenize();
    if (card) payWithCard(card);
    // Scrolls to the invalid field, which is marked only in the next frame.
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  /** The total changes with the coupon, so the press that applies it does not pay. @returns whether it requested one */
  const applyTypedCoupon = (): boolean => {
    const code = coupon.applied ? '' : coupon.typed.trim();
    if (code === '') return false;
    dispatch(couponRequested({ code, isByPaying: true }));
    return true;
  };
  const handleSubmit = () => {
    if (isReady && !isBusy && !applyTypedCoupon()) void pay();
  };
  const due = isReady && !isBusy ? getCardDue(purchases) : null;

  return (
    <Form ref={form} className="stack stack--lg" onSubmit={handleSubmit} checksItself>
      <ExpressFormContext value={{ due, applyTypedCoupon, submit: payWithCard }}>{children}</ExpressFormContext>
      <FormFoot
        failure={isPaying ? null : (choice?.entry.refusal ?? refusal ?? overLimit ?? failure)}
        notes={
          <>
            {warning && (
              <Note icon={TriangleAlert} tone="warn">
                {warning}
              </Note>
            )}
            <div role="status">
              {isCouponNew && (
                <Note icon={Ticket} tone="success">
                  Coupon applied. Check the new total, then pay.
                </Note>
              )}
            </div>
            {payment.step === 'paying' && payment.isSlow && (
              <Note icon={Clock} tone="accent">
                The bank is taking longer than usual. You can close this: the payment continues, and your payment
                history will show the result.
              </Note>
            )}
          </>
        }
      >
        {(!overLimit && instead) || (
          <>
            <Button
              type="submit"
              variant={variant}
              size="lg"
              block
              icon={icon}
              busy={isBusy}
              busyLabel={isSaving ? 'Saving your card' : isWaiting ? 'Finishing your other payment' : busyLabel}
              disabled={!isBusy && !isReady}
            >
              {label}
            </Button>
            {choice?.isAdding && choice.isOpen ? (
              <p className="xs muted center">We keep this card for next time. Remove it whenever you like.</p>
            ) : (
              // Hidden while paying: the balance may change before the response, and the text would count the amount twice.
              reason && <p className="xs muted center">{isPaying ? '\u00a0' : reason}</p>
            )}
          </>
        )}
      </FormFoot>
    </Form>
  );
}

/** Amount in major units that one press charges to the card; a purchase from the wallet can follow a top-up. */
const getCardDue = (purchases: Purchase[]): number => getTotal(purchases.filter(isByCard));

const getTotal = (purchases: Purchase[]): number =>
  roundDollars(purchases.reduce((sum, purchase) => sum + getAmountDue(purchase), 0));

const hasCoupon = (purchase: Purchase): boolean => 'couponCode' in purchase && purchase.couponCode !== undefined;
