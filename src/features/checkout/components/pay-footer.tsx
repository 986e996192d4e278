import { CircleAlert, Clock, TriangleAlert } from 'lucide-react';
import { Button, type ButtonProps } from '@/components/button';
import { Note } from '@/components/note';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { paymentRequested, selectCheckout } from '../checkout-slice';
import { sumOf, type Purchase } from '../purchase';

interface PayFooterProps {
  /** With its sum: `Subscribe for $10.20`. */
  label: string;
  /** What the button pays for, in order; empty while something is missing. */
  purchases: Purchase[];
  /** Why it cannot be pressed, when that is not plain to see. */
  reason?: string;
  /** What changed since the sheet was opened. */
  warning?: string;
  variant?: ButtonProps['variant'];
  icon?: ButtonProps['icon'];
}

/** The one button that pays, with what stands in its way above it. */
export function PayFooter({ label, purchases, reason, warning, variant = 'primary', icon }: PayFooterProps) {
  const dispatch = useAppDispatch();
  const { step, error, purchase, isSlow } = useAppSelector(selectCheckout);
  const isPaying = step === 'paying';
  const sum = formatMoney(purchase ? sumOf(purchase) : 0);
  return (
    <div className="stack stack--sm">
      {warning && (
        <Note icon={TriangleAlert} tone="warn">
          {warning}
        </Note>
      )}
      {step === 'ready' && error && (
        <Note icon={CircleAlert} tone="danger">
          {error.message}
        </Note>
      )}
      {isPaying && isSlow && (
        <Note icon={Clock} tone="accent">
          The bank takes longer than usual. You may close this: the payment goes on, and your payments show how it ends.
        </Note>
      )}
      <Button
        variant={variant}
        size="lg"
        block
        icon={icon}
        busy={isPaying}
        busyLabel={purchase?.kind === 'trial' ? 'Starting' : `Paying ${sum}`}
        disabled={!isPaying && purchases.length === 0}
        onClick={() => dispatch(paymentRequested(purchases))}
      >
        {label}
      </Button>
      {reason && <p className="xs muted center">{reason}</p>}
    </div>
  );
}
