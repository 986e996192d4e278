import { Ticket } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { couponRemoved, couponRequested, selectCheckout } from '../checkout-slice';
import styles from './checkout.module.css';

/** A code that takes something off; says why when it does not. */
export function CouponField() {
  const dispatch = useAppDispatch();
  const { applied, status, error } = useAppSelector(selectCheckout).coupon;
  const [isShown, setIsShown] = useState(false);
  const [code, setCode] = useState('');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that pays lies over the foot of the sheet: what is wrong must not stand below it.
    if (status === 'failed') box.current?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  }, [status]);
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
  const apply = () => {
    if (code.trim() !== '') dispatch(couponRequested({ code: code.trim() }));
  };
  // It stands within the form that pays, which Enter would send.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    apply();
  };
  return (
    <div ref={box}>
      <Field label="Coupon" error={status === 'failed' ? error?.message : undefined}>
        <span className={styles.couponRow}>
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            onKeyDown={handleKeyDown}
          />
          <Button busy={status === 'pending'} busyLabel="Checking" onClick={apply}>
            Apply
          </Button>
        </span>
      </Field>
    </div>
  );
}
