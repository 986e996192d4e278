import { useRouter } from 'next/router';
import { paths } from '@/config/paths';
import { ChargeTable } from '@/features/payment/components/charge-table';
import { MoneyFrame } from './money-frame';
import { readPage } from './page-query';

/** Everything the wallet paid for. */
export function WalletTransactionsScreen() {
  const { query } = useRouter();
  return (
    <MoneyFrame title="Wallet history" note="What your wallet paid for.">
      <div>
        <ChargeTable
          page={readPage(query)}
          hrefOf={(page) => `${paths.user.walletTransactions}?page=${page}`}
          emptyTitle="Your wallet has paid nothing yet"
          emptyText="Unlocked posts, tips and shows are listed here."
        />
      </div>
    </MoneyFrame>
  );
}
