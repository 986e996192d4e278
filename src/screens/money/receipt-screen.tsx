import Head from 'next/head';
import { PageColumn } from '@/components/layout/app-shell';
import { ReceiptSheet } from '@/features/money/payment/components/receipt-sheet';
import { selectReceipt } from '@/features/money/payment/receipt-feature';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** The receipt of one payment. Its number is in the title: browsers name a saved file after it. */
export function ReceiptScreen() {
  const siteName = useAppSelector(selectSiteName);
  const { receipt } = useAppSelector(selectReceipt);
  return (
    <PageColumn>
      <Head>
        <title>{`Receipt ${receipt ? `${receipt.number} ` : ''}· ${siteName}`}</title>
      </Head>
      <ReceiptSheet />
    </PageColumn>
  );
}
