import { useEffect } from 'react';
import { Button } from '@/components/basic/button';
import { FormFoot } from '@/components/form/form-foot';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import type { ApiFailure } from '@/services/api-error';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getCardName } from '../cards';
import { selectCards } from '../cards-slice';
import { emailResendRequested } from '../email-check-slice';
import { intentClosed } from '../intent-feature';
import { formReopened, getMoneyText, type Attempt } from '../payment-slice';
import { isByCard } from '../purchase';
import { EmailPrompt } from './email-prompt';

interface PurchaseFailedProps {
  attempt: Attempt;
  reason: ApiFailure;
}

export function PurchaseFailed({ attempt, reason }: PurchaseFailedProps) {
  const dispatch = useAppDispatch();
  const { key, purchase, isToppedUp } = attempt;
  const { code, message, status } = reason;
  const { list } = useAppSelector(selectCards);
  if (code === 'EMAIL_NOT_VERIFIED') return <VerifyFirst attempt={attempt} />;
  const card = isByCard(purchase) ? list.find(({ token }) => token === purchase.cardId) : undefined;
  // True if the bank's message does not say that nothing was charged.
  const isSilent = isToppedUp || !/not charged|money is on its way/i.test(message);
  const isGone = status === 404;
  const isClosing = code === 'ACCOUNT_CLOSING';
  return (
    <div className="stack stack--lg">
      {card && <p className="sm ink-2">Tried with {getCardName(card)}.</p>}
      <FormFoot failure={{ ...reason, message: isSilent ? `${message} ${getMoneyText(attempt)}` : message }}>
        <Button
          variant="primary"
          size="lg"
          block
          onClick={() => dispatch(isGone ? intentClosed() : formReopened({ key }))}
        >
          {isGone ? 'Close' : isByCard(purchase) && !isClosing ? 'Pay another way' : 'Back'}
        </Button>
      </FormFoot>
    </div>
  );
}

/** A trial requires a verified email. Promises M-19. */
function VerifyFirst({ attempt: { key } }: { attempt: Attempt }) {
  const dispatch = useAppDispatch();
  const isVerified = useAppSelector(selectCurrentUser)?.verifiedEmail === true;
  useEffect(() => {
    if (isVerified) dispatch(formReopened({ key }));
  }, [dispatch, isVerified, key]);
  return (
    <EmailPrompt
      before="starting a free trial"
      ask={emailResendRequested}
      onCancel={() => dispatch(formReopened({ key }))}
    />
  );
}
