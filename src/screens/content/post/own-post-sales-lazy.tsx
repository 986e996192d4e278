import dynamic from 'next/dynamic';
import { withFeatures } from '@/store/with-features';

/** Only the post's owner fetches it. */
export const OwnPostSales = dynamic(
  async () => {
    const [part, { postSalesFeature }] = await Promise.all([
      import('./own-post-sales'),
      import('@/features/money/post-sales/post-sales-feature'),
    ]);
    return withFeatures(part.OwnPostSales, [postSalesFeature]);
  },
  { ssr: false },
);
