import { CircleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { emailResendRequested, paymentReopened, selectCheckout } from '../checkout-slice';
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
