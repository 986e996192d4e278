import Head from 'next/head';
import { PageColumn } from '@/components/layout/app-shell';
import { PaymentResult } from '@/features/money/checkout/components/payment-result';
import { selectSiteName } from '@/features/site/settings/settings-slice';
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
