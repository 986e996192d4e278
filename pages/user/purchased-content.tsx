import { definePage } from '@/composition/define-page';
import { purchaseFeature, purchases } from '@/features/money/purchase/purchase-feature';
import { paymentFeature, charges, ROWS_PER_PAGE } from '@/features/money/payment/payment-feature';
import { askedRefundsRequested, refundFeature } from '@/features/money/refund/refund-feature';
import { readPage } from '@/screens/site/page-query';
import { readPurchasedQuery, toLibraryFilter, PurchasedScreen } from '@/screens/money/purchased-screen';

export default definePage(PurchasedScreen, {
  layout: 'primary',
  authenticate: true,
  features: [purchaseFeature, paymentFeature, refundFeature],
  load({ query }) {
    const asked = readPurchasedQuery(query);
    return asked.view === 'receipts'
      ? [charges.requested({ offset: (readPage(query) - 1) * ROWS_PER_PAGE }), askedRefundsRequested()]
      : [purchases.requested(toLibraryFilter(asked))];
  },
});
