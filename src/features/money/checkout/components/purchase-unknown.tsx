import { TriangleAlert } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { FormFoot } from '@/components/form/form-foot';
import { paths } from '@/config/paths';
import { formatMoney } from '@/lib/format-money';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { formReopened, recoveryRequested, retryRequested, type Attempt } from '../payment-slice';
import { getAmountDue, isFromWallet } from '../purchase';

/** The outcome is unknown. Sending the payment again is safe only if the backend honors idempotency keys. Promises M-18. */
export function PurchaseUnknown({ attempt: { key, purchase, isToppedUp } }: { attempt: Attempt }) {
  const dispatch = useAppDispatch();
  const honoursKeys = useAppSelector(selectHasExtension('idempotencyKeys'));
  const isWallet = isFromWallet(purchase);
  const sum = getAmountDue(purchase);
  const what = `The answer did not reach us, and this payment does not show in your ${isWallet ? 'wallet' : 'payments'} yet.`;
  const note = honoursKeys
    ? 'It may still arrive. Trying again is safe: you are charged once at most.'
    : 'It may still arrive. Look there before you pay again.';
  const tryAgain = (
    <Button variant="primary" size="lg" block onClick={() => dispatch(retryRequested())}>
      {sum > 0 ? `Try again for ${formatMoney(sum)}` : 'Try again'}
    </Button>
  );
  const lookAgain = (
    <Button variant="primary" size="lg" block onClick={() => dispatch(recoveryRequested())}>
      Look again
    </Button>
  );
  return (
    <div className="stack stack--lg">
      <FormFoot
        notes={
          <Note icon={TriangleAlert} tone="warn">
            {isToppedUp && 'Your top-up is in your wallet. '}
            {what} {note}
          </Note>
        }
      >
        <div className="stack stack--sm">
          {honoursKeys ? tryAgain : lookAgain}
          <div className="row row--between">
            <Button
              variant="ghost"
              size="sm"
              href={isWallet ? paths.user.walletTransactions : paths.user.paymentHistory}
            >
              {isWallet ? 'See my wallet' : 'See my payments'}
            </Button>
            <Button variant="ghost" size="sm" onClick={() => dispatch(formReopened({ key }))}>
              Start over
            </Button>
          </div>
        </div>
      </FormFoot>
    </div>
  );
}
