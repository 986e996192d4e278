import { useRouter } from 'next/router';
import { paths } from '@/config/paths';
import { ExportButton } from '@/features/money/payment/components/export-button';
import { TransactionTable } from '@/features/money/payment/components/transaction-table';
import { AskedRefunds } from '@/features/money/refund/components/asked-refunds';
import { readPage } from '../site/page-query';
import { MoneyFilters, moneyHref, readMoneyFilter } from './money-filters';
import { MoneyFrame } from './money-frame';

const path = paths.user.paymentHistory;

export function PaymentHistoryScreen() {
  const { query } = useRouter();
  const filter = readMoneyFilter(query);
  return (
    <MoneyFrame
      title="Card payments"
      note="Everything you paid by card, with its receipts."
      actions={<ExportButton what="transactions" />}
    >
      <div className="stack stack--lg">
        <AskedRefunds />
        <div>
          <MoneyFilters path={path} filter={filter} />
          <TransactionTable
            page={readPage(query)}
            getHref={(page) => moneyHref(path, filter, page)}
            isFiltered={filter.days !== null}
          />
        </div>
      </div>
    </MoneyFrame>
  );
}
