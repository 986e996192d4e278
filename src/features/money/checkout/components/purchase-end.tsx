import Link from 'next/link';
import { Check, CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { paymentRoutes } from '@contract/money/payment-routes';
import { useFocusOnMount } from '@/components/hooks/use-focus';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { Picture } from '@/components/media/picture';
import { Note } from '@/components/basic/note';
import { FormFoot } from '@/components/form/form-foot';
import { itemPath } from '@/config/item-names';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { cx } from '@/lib/cx';
import { formatMoney } from '@/lib/format-money';
import type { ApiFailure } from '@/services/api-error';
import { selectHasExtension, selectSupportsCall } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getCardName } from '../cards';
import {
  formReopened,
  getMoneyText,
  recoveryRequested,
  retryRequested,
  type Attempt,
  type Receipt,
} from '../payment-slice';
import { selectCards } from '../cards-slice';
import { emailResendRequested } from '../email-check-slice';
import { intentClosed, selectStartedAttempt } from '../intent-feature';
import type { CheckoutIntent } from '../checkout-intent';
import { isByCard, isFromWallet, getAmountDue, type Purchase } from '../purchase';
import { EmailPrompt } from './email-prompt';
import styles from './checkout.module.css';

interface PurchaseDoneProps {
  intent: CheckoutIntent;
  receipt: Receipt;
}

/** Shows what is open now, and the receipt. */
export function PurchaseDone({ intent, receipt }: PurchaseDoneProps) {
  const dispatch = useAppDispatch();
  const { purchase } = receipt;
  const { text, button } = getDoneText(purchase);
  const hasReceipts = useAppSelector(selectSupportsCall(paymentRoutes.getReceipt));
  // The recovered payment can be for an item of another page.
  const place = useAppSelector(selectStartedAttempt) ? getPurchasePath(intent) : undefined;
  const picture = intent.kind === 'subscribe' || intent.kind === 'tip' ? intent.performer.avatar : '';
  const sign = <Icon of={Check} size={44} />;
  // The button that had the focus is gone.
  const done = useFocusOnMount<HTMLDivElement>();
  const close = () => {
    dispatch(intentClosed());
    // The unlocked item is taller than the locked one, so that the next post would be in view. Runs after the sheet has gone.
    if (intent.kind === 'unlock') setTimeout(() => showItem(intent.item.id));
  };
  return (
    <div ref={done} tabIndex={-1} className={styles.done} role="status">
      <span className={cx(styles.opened, 'aperture')}>
        {picture ? <Picture src={picture} alt="" width={400} height={500} fallback={sign} /> : sign}
      </span>
      <p className="ink-2">{text}</p>
      <Button variant="primary" size="lg" block {...(place ? { href: place } : { onClick: close })}>
        {button}
      </Button>
      {getAmountDue(purchase) > 0 && (
        <Link className="link sm" href={getReceiptPath(receipt, hasReceipts)}>
          Receipt for {formatMoney(getAmountDue(purchase))}
        </Link>
      )}
    </div>
  );
}

/** Scrolls to the item and focuses it, where it is on this page. */
function showItem(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
}

function getPurchasePath(intent: CheckoutIntent): string | undefined {
  if (intent.kind === 'subscribe') return paths.profile(intent.performer.username || intent.performer._id);
  if (intent.kind !== 'unlock') return undefined;
  const { target, id, conversationId, performer } = intent.item;
  if (target === 'stream') return paths.watch(performer.username || performer._id);
  return conversationId ? paths.conversation(conversationId) : itemPath(target, id);
}

/** For items without a title, named by their content: `2 photos`, `1 photo and Video, 3:08`. */
const isSeveral = (title: string): boolean =>
  /^[\d,]+ (photos|videos|recordings|sounds)\b|^1 photo(,| and) /.test(title);

/** `title` is the sheet's. */
export function getDoneText(purchase: Purchase): { title: string; text: string; button: string } {
  switch (purchase.kind) {
    case 'unlock':
    case 'unlockByCard':
      if (purchase.item.target === 'stream')
        return { title: 'You’re in', text: 'Your ticket is for this show.', button: 'Watch' };
      return {
        title: 'Unlocked',
        text: `${purchase.item.title} by ${purchase.item.performer.name} ${isSeveral(purchase.item.title) ? 'are' : 'is'} yours to keep.`,
        button: 'Open',
      };
    case 'order':
    case 'orderByCard':
    case 'product':
      return { title: 'Paid', text: 'Your order is placed.', button: 'Done' };
    case 'tip':
      return { title: 'Sent', text: `You tipped ${purchase.name} ${formatMoney(purchase.price)}.`, button: 'Back' };
    case 'subscribe':
      return {
        title: 'You’re in',
        text: `Everything ${purchase.name} posts for subscribers is open.`,
        button: 'See it',
      };
    case 'trial':
      return {
        title: 'You’re in',
        text: `Your ${purchase.days}-day trial with ${purchase.name} has started. It ends by itself.`,
        button: 'See it',
      };
    case 'topUp':
      return { title: 'Topped up', text: `${formatMoney(purchase.amount)} was added to your wallet.`, button: 'Done' };
    case 'platform':
      return { title: 'You’re in', text: 'Everything for site members is open.', button: 'See it' };
  }
}

function getReceiptPath({ purchase, transactionId, chargeId }: Receipt, hasReceipts: boolean): string {
  if (isFromWallet(purchase)) return chargeId ? paths.receipt(chargeId) : paths.user.walletTransactions;
  if (!transactionId) return paths.user.paymentHistory;
  return hasReceipts
    ? paths.receipt(transactionId)
    : `${paths.paymentSuccess}?transactionId=${transactionId.slice(-8)}`;
}

export function OwnedNote({ text }: { text: string }) {
  const dispatch = useAppDispatch();
  return (
    <div className="stack stack--lg">
      <Note icon={CircleCheck} tone="success">
        {text}
      </Note>
      <Button variant="primary" size="lg" block onClick={() => dispatch(intentClosed())}>
        Open
      </Button>
    </div>
  );
}

interface PurchaseFailedProps {
  attempt: Attempt;
  reason: ApiFailure;
}

/** The reason, and the next thing to do. */
export function PurchaseFailed({ attempt, reason }: PurchaseFailedProps) {
  const dispatch = useAppDispatch();
  const { key, purchase, isToppedUp } = attempt;
  const { code, message, status } = reason;
  const { list } = useAppSelector(selectCards);
  if (code === 'EMAIL_NOT_VERIFIED') return <VerifyFirst attempt={attempt} />;
  const card = isByCard(purchase) ? list.find(({ token }) => token === purchase.cardId) : undefined;
  // The bank's message does not always say so.
  const isSilent = isToppedUp || !/not charged|money is on its way/i.test(message);
  const isGone = status === 404;
  // Another way to pay does not help then.
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

/** A trial needs a verified address. Promises M-19. */
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

/**
 * No answer came, and the payment history does not show the payment. Where the backend honours the key of the request, sending
 * it again cannot charge twice; elsewhere the payment can still arrive. Promises M-18.
 */
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
