import Head from 'next/head';
import { PageColumn } from '@/components/app-shell';
import { PaymentResult } from '@/features/checkout/components/payment-result';
import { selectSiteName } from '@/features/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** Where a gateway sends the browser back to: shows how the payment stands, not what the address says. */
export function PaymentResultScreen() {
  const siteName = useAppSelector(selectSiteName);
  return (
    <PageColumn>
      <Head>
        <title>{`Payment · ${siteName}`}</title>
      </Head>
      <PaymentResult />
    </PageColumn>
  );
}
