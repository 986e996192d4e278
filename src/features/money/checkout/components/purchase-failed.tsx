import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  emailResendRequested,
  paymentReopened,
  paymentSought,
  retryRequested,
  selectCheckout,
} from '../checkout-slice';
import type { Purchase } from '../purchase';
import { cardName } from './card-names';
import { EmailPrompt } from './email-prompt';
import styles from './checkout.module.css';

const isByCard = ({ kind }: Purchase) => kind === 'subscribe' || kind === 'topUp' || kind === 'platform';

/** It did not work: why, and what to do now. */
export function PurchaseFailed({ purchase }: { purchase: Purchase }) {
  const dispatch = useAppDispatch();
  const { error, cards } = useAppSelector(selectCheckout);
  if (error?.code === 'EMAIL_NOT_VERIFIED') return <VerifyFirst />;
  const card = 'cardId' in purchase ? cards.list.find(({ token }) => token === purchase.cardId) : undefined;
  const message = error?.message ?? '';
  // The bank's own words do not always say it.
  const isSilent = isByCard(purchase) && !/not charged|money is on its way/i.test(message);
  return (
    <div className={styles.parts}>
      <Note icon={CircleAlert} tone="danger">
        {message}
        {isSilent && ' You were not charged.'}
      </Note>
      {card && <p className="sm ink-2">Tried with {cardName(card)}.</p>}
      <Button variant="primary" size="lg" block onClick={() => dispatch(paymentReopened())}>
        {isByCard(purchase) ? 'Pay another way' : 'Back'}
      </Button>
    </div>
  );
}

/** Trials go to people who can be told from others (promises M-19): the way to them leads over the email. */
function VerifyFirst() {
  const dispatch = useAppDispatch();
  const isVerified = useAppSelector(selectCurrentUser)?.verifiedEmail === true;
  useEffect(() => {
    if (isVerified) dispatch(paymentReopened());
  }, [dispatch, isVerified]);
  return (
    <EmailPrompt
      before="starting a free trial"
      ask={emailResendRequested}
      onCancel={() => dispatch(paymentReopened())}
    />
  );
}

/**
 * No answer came. Where the backend honours the key of the request, sending it again cannot charge twice; where it is not known
 * to, only its books can tell, and what they do not show yet may still come. Promises M-18.
 */
export function PurchaseUnknown() {
  const dispatch = useAppDispatch();
  const { before, purchase } = useAppSelector(selectCheckout);
  if (before && purchase) {
    const isWallet = purchase.kind === 'unlock' || purchase.kind === 'tip';
    return (
      <div className={styles.parts}>
        <Note icon={TriangleAlert} tone="warn">
          The answer did not reach us, and this payment does not show in your {isWallet ? 'wallet' : 'payments'} yet. It
          may still arrive. Look there before you pay again.
        </Note>
        <div className="stack stack--sm">
          <Button variant="primary" size="lg" block onClick={() => dispatch(paymentSought({ purchase, before }))}>
            Look again
          </Button>
          <Button
            variant="ghost"
            size="sm"
            block
            href={isWallet ? paths.user.walletTransactions : paths.user.paymentHistory}
          >
            {isWallet ? 'See my wallet' : 'See my payments'}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.parts}>
      <Note icon={TriangleAlert} tone="warn">
        The answer did not reach us, so we cannot say yet whether this was paid. Asking again is safe: it is charged
        once at most.
      </Note>
      <div className="stack stack--sm">
        <Button variant="primary" size="lg" block onClick={() => dispatch(retryRequested())}>
          Check again
        </Button>
        <Button variant="ghost" size="sm" block href={paths.user.paymentHistory}>
          See my payments
        </Button>
      </div>
    </div>
  );
}
