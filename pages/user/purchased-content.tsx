import { definePage } from '@/composition/define-page';
import { libraryFeature } from '@/features/library/library-feature';
import { libraryOpened } from '@/features/library/library-slice';
import { paymentFeature } from '@/features/payment/payment-feature';
import { chargesRequested, rowsPerPage } from '@/features/payment/payment-slice';
import { readPage } from '@/screens/page-query';
import { readPurchasedQuery, toLibraryFilter } from '@/screens/purchased-query';
import { PurchasedScreen } from '@/screens/purchased-screen';

export default definePage(PurchasedScreen, {
  layout: 'primary',
  authenticate: true,
  features: [libraryFeature, paymentFeature],
  load({ query }) {
    const asked = readPurchasedQuery(query);
    return asked.view === 'receipts'
      ? [chargesRequested({ offset: (readPage(query) - 1) * rowsPerPage })]
      : [libraryOpened(toLibraryFilter(asked))];
  },
});
