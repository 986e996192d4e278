import dynamic from 'next/dynamic';
import { LazySheet } from '@/components/states/part-failed';
import { useEffect, useState } from 'react';
import { selectIntent } from '@/features/money/checkout/intent-slice';
import { useAppSelector } from '@/store/hooks';
import { browserStore } from './browser-store';

/** The money sheets with their state and sagas: fetched when something is wanted for the first time. */
const CheckoutHost = dynamic(
  async () => {
    const [{ CheckoutHost: Host }, { checkoutFeature }] = await Promise.all([
      import('@/features/money/checkout/components/checkout-host'),
      import('@/features/money/checkout/checkout-feature'),
    ]);
    browserStore().addFeatures([checkoutFeature]);
    return Host;
  },
  { ssr: false, loading: LazySheet },
);

/** Where the money sheets open, on every page. */
export function CheckoutMount() {
  const intent = useAppSelector(selectIntent);
  const [wasWanted, setWasWanted] = useState(false);
  useEffect(() => {
    if (intent) setWasWanted(true);
  }, [intent]);
  return wasWanted ? <CheckoutHost /> : null;
}
