import Head from 'next/head';
import { PageColumn } from '@/components/app-shell';
import { ReceiptSheet } from '@/features/payment/components/receipt-sheet';
import { selectReceipt } from '@/features/payment/receipt-slice';
import { selectSiteName } from '@/features/settings/settings-slice';
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
