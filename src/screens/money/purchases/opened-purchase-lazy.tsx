import dynamic from 'next/dynamic';
import { withFeatures } from '@/store/with-features';

/** Posts and what is done with them are fetched when the first one is opened. */
export const OpenedPurchase = dynamic(
  async () => {
    const [opened, { itemFeatures }] = await Promise.all([
      import('./opened-purchase'),
      import('../../content/item-page'),
    ]);
    return withFeatures(opened.OpenedPurchase, itemFeatures);
  },
  { ssr: false },
);
