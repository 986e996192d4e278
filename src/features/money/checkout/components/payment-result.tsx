import { CircleCheck, CircleX, Clock, Printer, ReceiptText, RotateCcw, SearchX, type LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
import { roundDollars } from '@contract/base/money';
import { paymentRoutes } from '@contract/money/payment-routes';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { ExactTime } from '@/components/basic/times';
import { Fact, FactList } from '@/components/list/fact-list';
import { Panel } from '@/components/layout/panel';
import { LockBadge } from '@/components/basic/lock-badge';
import { Skeleton } from '@/components/basic/skeleton';
import { getNoun, itemPath, type ItemKindName } from '@/config/item-names';
import { paths } from '@/config/paths';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { selectSupportsCall } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { Transaction } from '../purchase';
import {
  bankChallengeAnswered,
  resultPageLeft,
  resultPageOpened,
  resultRequested,
  selectResult,
} from '../result-feature';
import { BankChallenge } from './bank-challenge';
import styles from './payment-result.module.css';

/** Shows the payment's status from the API, not the one in the URL. Also serves as a receipt. */
export function PaymentResult() {
  const dispatch = useAppDispatch();
  const { transaction, status, reference, isAnswering, error } = useAppSelector(selectResult);
  useEffect(() => {
    dispatch(resultPageOpened());
    return () => void dispatch(resultPageLeft());
  }, [dispatch]);
  const all = <Button href={paths.user.paymentHistory}>All payments</Button>;
  if (reference === '' || status === 'missing') {
    return (
      <EmptyState
        heading="h1"
        icon={SearchX}
        title="Payment not found"
        text="This link doesn’t match any of your payments. They’re all in your list."
        action={all}
      />
    );
  }
  if (status === 'failed') {
    return (
      <ErrorState
        heading="h1"
        title="The payment did not load"
        text={error?.message}
        onRetry={() => dispatch(resultRequested(reference))}
      />
    );
  }
  if (!transaction) {
    return (
      <>
        <h1 className="sr">Payment</h1>
        <Skeleton count={6} />
      </>
    );
  }
  if (transaction.status === 'require_authentication') {
    return (
      <Panel title="Confirm with your bank" className={styles.narrow}>
        <h1 className="sr">Payment</h1>
        <BankChallenge
          sum={transaction.totalPrice}
          busy={isAnswering}
          onAnswer={(answer) => dispatch(bankChallengeAnswered(answer))}
        />
      </Panel>
    );
  }
  return <Receipt transaction={transaction} />;
}

function Receipt({ transaction }: { transaction: Transaction }) {
  const siteName = useAppSelector(selectSiteName);
  const hasReceipts = useAppSelector(selectSupportsCall(paymentRoutes.getReceipt));
  const { icon, tone, title, text } = getText(transaction);
  const next = describeNextPayment(transaction);
  const { products, performerInfo, originalPrice, totalPrice, taxAmount, couponInfo, card } = transaction;
  const saving = roundDollars(originalPrice + (taxAmount ?? 0) - totalPrice);
  return (
    <div className={styles.receipt} data-paper>
      <header className={styles.head} role="status">
        <LockBadge icon={icon} tone={tone} />
        <h1>{title}</h1>
        <p className="ink-2">{text}</p>
      </header>
      <FactList>
        <Fact label="For">{products[0]?.name ?? 'Payment'}</Fact>
        {performerInfo && <Fact label="Creator">{performerInfo.name}</Fact>}
        <Fact label="To">{siteName}</Fact>
        <Fact label="Price">{formatMoney(originalPrice)}</Fact>
        {couponInfo && <Fact label={`Coupon ${couponInfo.code}`}>{saving > 0 ? formatMoney(-saving) : 'Applied'}</Fact>}
        {taxAmount ? <Fact label="Tax">{formatMoney(taxAmount)}</Fact> : null}
        <Fact label={transaction.status === 'success' ? 'Paid' : 'Total'}>{formatMoney(totalPrice)}</Fact>
        {card && <Fact label="Card">{`${card.brand} ending ${card.last4Digits}`}</Fact>}
        <Fact label="When">
          <ExactTime value={transaction.createdAt} />
        </Fact>
        <Fact label="Reference">
          <span className="num">{transaction._id.slice(-8)}</span>
        </Fact>
      </FactList>
      <div className={styles.ways} data-paper="never">
        <Button variant="primary" href={next.href}>
          {next.label}
        </Button>
        {hasReceipts && (transaction.status === 'success' || transaction.status === 'refunded') && (
          <Button href={paths.receipt(transaction._id)} icon={ReceiptText}>
            View receipt
          </Button>
        )}
        <Button href={paths.user.paymentHistory}>All payments</Button>
        {transaction.status === 'success' && !hasReceipts && (
          <Button variant="ghost" icon={Printer} onClick={() => window.print()}>
            Print or save as PDF
          </Button>
        )}
      </div>
    </div>
  );
}

function describeNextPayment({ target, targetId, status, performerInfo, performerId }: Transaction): {
  href: string;
  label: string;
} {
  const isPaid = status === 'success';
  if (target === 'order') {
    return isPaid ? { href: paths.orders, label: 'See your orders' } : { href: paths.cart, label: 'Back to the cart' };
  }
  if (target === 'message') return { href: paths.messages, label: isPaid ? 'Open' : 'Back to your messages' };
  const place = targetId ? itemPath(target, targetId) : undefined;
  if (place !== undefined)
    return { href: place, label: isPaid ? 'Open' : `Back to the ${getNoun(target as ItemKindName)}` };
  if (target === 'token_package') {
    return { href: paths.wallet, label: isPaid ? 'Go to wallet' : 'Try again from your wallet' };
  }
  if (target === 'performer' && performerId) {
    const name = performerInfo?.name ?? 'the creator';
    const href = paths.profile(performerInfo?.username || performerId);
    return { href, label: isPaid ? `See ${name}` : `Back to ${name}` };
  }
  return { href: paths.home, label: isPaid ? 'See posts' : 'Home' };
}

function getSuccessText(target: Transaction['target']): string {
  if (target === 'token_package') return 'The money is in your wallet.';
  if (target === 'order') return 'Your order is placed.';
  return target === 'performer' || target === 'platform' ? 'Your subscription has started.' : 'It’s yours to keep.';
}

interface Words {
  icon: LucideIcon;
  tone: 'accent' | 'plain' | 'danger';
  title: string;
  text: string;
}

function getText({ status, failureReason, totalPrice, target }: Transaction): Words {
  const sum = formatMoney(totalPrice);
  switch (status) {
    case 'success':
      return {
        icon: CircleCheck,
        tone: 'accent',
        title: totalPrice > 0 ? `${sum} paid` : 'All set',
        text: getSuccessText(target),
      };
    case 'fail':
      return {
        icon: CircleX,
        tone: 'danger',
        title: 'Not paid',
        text: `${failureReason || 'The bank declined the card.'} You were not charged.`,
      };
    case 'canceled':
      return { icon: CircleX, tone: 'plain', title: 'Not completed', text: 'You were not charged.' };
    case 'refunded':
      return {
        icon: RotateCcw,
        tone: 'plain',
        title: `${sum} refunded`,
        text: failureReason || 'It’s on its way back to your card.',
      };
    case 'created':
    case 'processing':
    case 'require_authentication':
    // Statuses unknown to this version are not final, so polling continues.
    default:
      return {
        icon: Clock,
        tone: 'plain',
        title: 'Pending',
        text: 'Your bank is still working on it. This page updates by itself.',
      };
  }
}
