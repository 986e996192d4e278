import { Ticket } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/button';
import { Field } from '@/components/field';
import { Input } from '@/components/input';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { couponRemoved, couponRequested, selectCheckout } from '../checkout-slice';
import styles from './checkout.module.css';

/** A code that takes something off; says why when it does not. */
export function CouponField() {
  const dispatch = useAppDispatch();
  const { applied, status, error } = useAppSelector(selectCheckout).coupon;
  const [isShown, setIsShown] = useState(false);
  const [code, setCode] = useState('');
  if (applied) {
    return (
      <p className={styles.applied}>
        <span>
          Coupon <b>{applied.code}</b> is applied.
        </span>
        <Button variant="ghost" size="sm" onClick={() => dispatch(couponRemoved())}>
          Remove
        </Button>
      </p>
    );
  }
  if (!isShown && status !== 'failed') {
    return (
      <Button variant="ghost" size="sm" block icon={Ticket} onClick={() => setIsShown(true)}>
        I have a coupon
      </Button>
    );
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') dispatch(couponRequested({ code: code.trim() }));
  };
  return (
    <form onSubmit={handleSubmit}>
      <Field label="Coupon" error={status === 'failed' ? error?.message : undefined}>
        <span className={styles.couponRow}>
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" busy={status === 'pending'} busyLabel="Checking">
            Apply
          </Button>
        </span>
      </Field>
    </form>
  );
}
