import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { LeaveGuard } from '@/components/states/leave-guard';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { paypalSaved, selectSaving } from '../banking-feature';
import { selectReserves } from '../payout-support';
import { PauseNote } from './bank-form';

interface PaypalFormProps {
  email: string;
  onCancel?: (() => void) | undefined;
}

export function PaypalForm({ email: stored, onCancel }: PaypalFormProps) {
  const dispatch = useAppDispatch();
  const { status, error, done } = useAppSelector(selectSaving('paypal'));
  const [doneBefore] = useState(done);
  const isOurs = useAppSelector(selectReserves);
  const [email, setEmail] = useState(stored);
  return (
    <Form onSubmit={() => dispatch(paypalSaved({ email: email.trim() }))}>
      <Field label="PayPal email" hint="The address that your PayPal account has.">
        <Input
          type="email"
          name="paypal-email"
          autoComplete="email"
          required
          maxLength={200}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <FormFoot failure={status === 'failed' ? error : null} notes={isOurs && <PauseNote />}>
        <div className="row row--wrap">
          <Button type="submit" busy={status === 'pending'} busyLabel="Saving">
            Save PayPal
          </Button>
          {onCancel && (
            <Button variant="ghost" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      </FormFoot>
      <LeaveGuard when={email === stored || done > doneBefore ? null : 'leaving'} />
    </Form>
  );
}
