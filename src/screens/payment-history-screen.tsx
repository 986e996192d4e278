import { useRouter } from 'next/router';
import { paths } from '@/config/paths';
import { TransactionTable } from '@/features/payment/components/transaction-table';
import { MoneyFrame } from './money-frame';
import { readPage } from './page-query';

/** Payments by card. */
export function PaymentHistoryScreen() {
  const { query } = useRouter();
  return (
    <MoneyFrame title="Card payments" note="Subscriptions and top-ups, each with its receipt.">
      <div>
        <TransactionTable page={readPage(query)} hrefOf={(page) => `${paths.user.paymentHistory}?page=${page}`} />
      </div>
    </MoneyFrame>
  );
}
