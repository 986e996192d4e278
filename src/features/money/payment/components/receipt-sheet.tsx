import Link from 'next/link';
import { Download, Package, Printer, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Day, ExactTime } from '@/components/basic/times';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { Fact, FactList } from '@/components/list/fact-list';
import { Skeleton } from '@/components/basic/skeleton';
import { paths } from '@/config/paths';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { cx } from '@/lib/cx';
import { formatMoney } from '@/lib/format-money';
import { toPercent } from '@/lib/percent';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getReceiptState } from '../payment-words';
import {
  receiptFileRequested,
  receiptRequested,
  selectHasReceiptFile,
  selectReceipt,
  type Receipt,
} from '../receipt-feature';
import styles from './receipt-sheet.module.css';

/** @param children shown below the receipt on screen, but not when printing. */
export function ReceiptSheet({ children }: { children?: ReactNode }) {
  const dispatch = useAppDispatch();
  const { id, receipt, status, error } = useAppSelector(selectReceipt);
  if (status === 'missing') {
    return (
      <EmptyState
        heading="h1"
        icon={SearchX}
        title="Receipt not found"
        text="This link doesn’t match any of your payments. They’re all in your wallet history."
        action={<Button href={paths.user.walletTransactions}>Wallet history</Button>}
      />
    );
  }
  if (status === 'failed') {
    return (
      <ErrorState
        heading="h1"
        title="The receipt did not load"
        text={error?.message}
        onRetry={() => dispatch(receiptRequested(id))}
      />
    );
  }
  if (!receipt) {
    return (
      <>
        <h1 className="sr">Receipt</h1>
        <Skeleton count={8} />
      </>
    );
  }
  return <Sheet receipt={receipt}>{children}</Sheet>;
}

function Sheet({ receipt, children }: { receipt: Receipt; children: ReactNode }) {
  const dispatch = useAppDispatch();
  const siteName = useAppSelector(selectSiteName);
  const hasFile = useAppSelector(selectHasReceiptFile);
  const { isSaving } = useAppSelector(selectReceipt);
  const { number, title, refunded, payer, performer, price, discount, taxAmount, totalPrice, createdAt } = receipt;
  const state = getReceiptState(receipt);
  const isWallet = receipt.paidWith.kind === 'wallet';
  return (
    <div className={styles.frame}>
      <article className={styles.sheet} data-paper>
        <header className={styles.head}>
          <p className={cx('sm muted', styles.site)}>{siteName}</p>
          <h1>Receipt</h1>
          {state && <Badge tone={state.tone}>{state.text}</Badge>}
        </header>
        <div className={styles.sum}>
          <p className={styles.total}>{formatMoney(totalPrice)}</p>
          <p className="strong">{title}</p>
          {performer && !title.includes(performer.name) && (
            <p className="sm ink-2">
              by <Link href={paths.profile(performer.username || performer._id)}>{performer.name}</Link>
            </p>
          )}
        </div>
        <FactList>
          <Fact label="Number">
            <span className="num">{number}</span>
          </Fact>
          {receipt.creditNoteNumber && (
            <Fact label="Credit note">
              <span className="num">{receipt.creditNoteNumber}</span>
            </Fact>
          )}
          <Fact label="Date">
            <ExactTime value={createdAt} />
          </Fact>
          {refunded && (
            <Fact label="Refunded on">
              <ExactTime value={refunded.at} />
            </Fact>
          )}
          <Fact label="Paid by">{payer.email ? `${payer.name}, ${payer.email}` : payer.name}</Fact>
          <Fact label="Paid with">{paidWith(receipt)}</Fact>
          {receipt.nextRecurringDate && (
            <Fact label="Renews on">
              <Day value={receipt.nextRecurringDate} />
            </Fact>
          )}
        </FactList>
        <FactList>
          <Fact label="Price">{formatMoney(price)}</Fact>
          {discount > 0 && <Fact label="Discount">{formatMoney(-discount)}</Fact>}
          {taxAmount > 0 && <Fact label={nameTax(receipt)}>{formatMoney(taxAmount)}</Fact>}
          <Fact label="Total">
            <b>{formatMoney(totalPrice)}</b>
          </Fact>
          {refunded && (
            <Fact label="Refunded">
              <b>{formatMoney(-refunded.amount)}</b>
            </Fact>
          )}
        </FactList>
      </article>
      <div className={styles.ways} data-paper="never">
        {hasFile && isPaid(receipt) ? (
          <>
            <Button
              variant="primary"
              icon={Download}
              busy={isSaving}
              busyLabel="Preparing"
              onClick={() => dispatch(receiptFileRequested())}
            >
              Download PDF
            </Button>
            <Button icon={Printer} onClick={() => window.print()}>
              Print
            </Button>
          </>
        ) : (
          <Button variant="primary" icon={Printer} onClick={() => window.print()}>
            Print or save as PDF
          </Button>
        )}
        {receipt.orderId && (
          <Button href={paths.order(receipt.orderId)} icon={Package}>
            View the order
          </Button>
        )}
        <Button href={isWallet ? paths.user.walletTransactions : paths.user.paymentHistory}>
          {isWallet ? 'Wallet history' : 'All payments'}
        </Button>
      </div>
      {children && <div data-paper="never">{children}</div>}
    </div>
  );
}

const isPaid = ({ status }: Receipt): boolean => status === 'success' || status === 'refunded';

const nameTax = ({ taxRate }: Receipt): string =>
  typeof taxRate === 'number' && taxRate > 0 ? `Tax (${Number(toPercent(taxRate).toFixed(3))}%)` : 'Tax';

function paidWith({ paidWith: { kind, brand, last4Digits } }: Receipt): string {
  if (kind === 'wallet') return 'Wallet';
  if (kind === 'nothing') return 'No charge';
  return brand && last4Digits ? `${brand} ending ${last4Digits}` : 'Card';
}
