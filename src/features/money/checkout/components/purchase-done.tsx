import Link from 'next/link';
import { Check } from 'lucide-react';
import { paymentRoutes } from '@contract/money/payment-routes';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { useFocusOnMount } from '@/components/hooks/use-focus';
import { Picture } from '@/components/media/picture';
import { itemPath } from '@/config/item-names';
import { paths } from '@/config/paths';
import { cx } from '@/lib/cx';
import { formatMoney } from '@/lib/format-money';
import { selectSupportsCall } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { CheckoutIntent } from '../checkout-intent';
import { intentClosed, selectStartedAttempt } from '../intent-feature';
import type { Receipt } from '../payment-slice';
import { getAmountDue, isFromWallet } from '../purchase';
import { getDoneText } from '../purchase-words';
import styles from './checkout.module.css';

interface PurchaseDoneProps {
  intent: CheckoutIntent;
  receipt: Receipt;
}

export function PurchaseDone({ intent, receipt }: PurchaseDoneProps) {
  const dispatch = useAppDispatch();
  const { purchase } = receipt;
  const { text, button } = getDoneText(purchase);
  const hasReceipts = useAppSelector(selectSupportsCall(paymentRoutes.getReceipt));
  // A recovered payment may be for an item on another page.
  const place = useAppSelector(selectStartedAttempt) ? getPurchasePath(intent) : undefined;
  const picture = intent.kind === 'subscribe' || intent.kind === 'tip' ? intent.performer.avatar : '';
  const sign = <Icon of={Check} size={44} />;
  // The button that had the focus was removed.
  const done = useFocusOnMount<HTMLDivElement>();
  const close = () => {
    dispatch(intentClosed());
    // The unlocked item is higher than before and may move out of view. Runs after the sheet has closed.
    if (intent.kind === 'unlock') setTimeout(() => showItem(intent.item.id));
  };
  return (
    <div ref={done} tabIndex={-1} className={styles.done} role="status">
      <span className={cx(styles.opened, 'aperture')}>
        {picture ? <Picture src={picture} alt="" width={400} height={500} fallback={sign} /> : sign}
      </span>
      <p className="ink-2">{text}</p>
      {receipt.isNoteHidden && intent.kind === 'tip' && (
        <p className="sm">You’re muted in this chat, so only {intent.performer.name} sees your note.</p>
      )}
      <Button variant="primary" size="lg" block {...(place ? { href: place } : { onClick: close })}>
        {intent.kind === 'topUp' && intent.next ? 'Continue' : button}
      </Button>
      {getAmountDue(purchase) > 0 && (
        <Link className="link sm" href={getReceiptPath(receipt, hasReceipts)}>
          Receipt for {formatMoney(getAmountDue(purchase))}
        </Link>
      )}
    </div>
  );
}

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

function getReceiptPath({ purchase, transactionId, chargeId }: Receipt, hasReceipts: boolean): string {
  if (isFromWallet(purchase)) return chargeId ? paths.receipt(chargeId) : paths.user.walletTransactions;
  if (!transactionId) return paths.user.paymentHistory;
  return hasReceipts
    ? paths.receipt(transactionId)
    : `${paths.paymentSuccess}?transactionId=${transactionId.slice(-8)}`;
}
