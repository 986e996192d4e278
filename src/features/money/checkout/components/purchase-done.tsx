import Link from 'next/link';
import { Check } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { paths } from '@/config/paths';
import { cx } from '@/lib/cx';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch } from '@/store/hooks';
import { sumOf, type Purchase, type Transaction } from '../purchase';
import { intentClosed, type CheckoutIntent } from '../intent-slice';
import styles from './checkout.module.css';

/** Paid: what is open now, and the receipt. The oval opens once, as the seal does on the page behind. */
export function PurchaseDone({
  intent,
  purchase,
  transaction,
}: {
  intent: CheckoutIntent;
  purchase: Purchase;
  transaction: Transaction | null;
}) {
  const dispatch = useAppDispatch();
  const { text, button } = doneWords(purchase);
  const picture = intent.kind === 'subscribe' || intent.kind === 'tip' ? intent.performer.avatar : '';
  return (
    <div className={styles.done} role="status">
      <span className={cx(styles.opened, 'aperture')}>
        {picture ? <img src={picture} alt="" width={400} height={500} /> : <Icon of={Check} size={44} />}
      </span>
      <div className={styles.doneWords}>
        <p className="ink-2">{text}</p>
      </div>
      <Button variant="primary" size="lg" block onClick={() => dispatch(intentClosed())}>
        {button}
      </Button>
      {sumOf(purchase) > 0 && (
        <Link className="link sm" href={receiptPath(purchase, transaction)}>
          Receipt for {formatMoney(sumOf(purchase))}
        </Link>
      )}
    </div>
  );
}

/** Of what has no title of its own, only what is in it: `2 photos`, `1 photo and Video, 3:08`. */
const isSeveral = (title: string): boolean =>
  /^[\d,]+ (photos|videos|recordings|sounds)\b|^1 photo(,| and) /.test(title);

/** What a purchase has brought; the title is the sheet's. */
export function doneWords(purchase: Purchase): { title: string; text: string; button: string } {
  switch (purchase.kind) {
    case 'unlock':
      return {
        title: 'Unlocked',
        text: `${purchase.item.title} by ${purchase.item.performer.name} ${isSeveral(purchase.item.title) ? 'are' : 'is'} yours to keep.`,
        button: 'Open',
      };
    case 'tip':
      return { title: 'Sent', text: `${purchase.name} got ${formatMoney(purchase.price)} from you.`, button: 'Back' };
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

function receiptPath(purchase: Purchase, transaction: Transaction | null): string {
  const isFromWallet = purchase.kind === 'unlock' || purchase.kind === 'tip';
  if (isFromWallet || !transaction) return isFromWallet ? paths.user.walletTransactions : paths.user.paymentHistory;
  return `${paths.paymentSuccess}?transactionId=${transaction._id.slice(-8)}`;
}
