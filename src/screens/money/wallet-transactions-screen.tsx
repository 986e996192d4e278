import { useRouter } from 'next/router';
import { paths } from '@/config/paths';
import { ExportButton } from '@/features/money/payment/components/export-button';
import { StatementTable } from '@/features/money/payment/components/statement-table';
import { selectSupportsStatement } from '@/features/money/payment/payment-feature';
import { useAppSelector } from '@/store/hooks';
import { readPage } from '../site/page-query';
import { MoneyFilters, moneyHref, readMoneyFilter } from './money-filters';
import { MoneyFrame } from './money-frame';

const path = paths.user.walletTransactions;

export function WalletTransactionsScreen() {
  const { query } = useRouter();
  const filter = readMoneyFilter(query);
  const keepsStatement = useAppSelector(selectSupportsStatement);
  return (
    <MoneyFrame
      title="Wallet history"
      note={`Everything in and out of your wallet${keepsStatement ? ', with the balance after it' : ''}.`}
      actions={<ExportButton what="lines" />}
    >
      <div>
        <MoneyFilters path={path} filter={filter} isAccount findsSums={keepsStatement} />
        <StatementTable
          page={readPage(query)}
          getHref={(page) => moneyHref(path, filter, page)}
          isFiltered={filter.flow !== null || filter.sum !== '' || filter.days !== null}
        />
      </div>
    </MoneyFrame>
  );
}
