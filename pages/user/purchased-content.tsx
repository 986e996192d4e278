import { definePage } from '@/composition/define-page';
import { purchaseFeature, purchases } from '@/features/money/purchase/purchase-feature';
import { paymentFeature, charges, ROWS_PER_PAGE } from '@/features/money/payment/payment-feature';
import { readPage } from '@/screens/site/page-query';
import { readPurchasedQuery, toLibraryFilter, PurchasedScreen } from '@/screens/money/purchased-screen';

export default definePage(PurchasedScreen, {
  layout: 'primary',
  authenticate: true,
  features: [purchaseFeature, paymentFeature],
  load({ query }) {
    const asked = readPurchasedQuery(query);
    return asked.view === 'receipts'
      ? [charges.requested({ offset: (readPage(query) - 1) * ROWS_PER_PAGE })]
      : [purchases.requested(toLibraryFilter(asked))];
  },
});
