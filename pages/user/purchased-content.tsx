import { definePage } from '@/composition/define-page';
import { paymentFeature } from '@/features/payment/payment-feature';
import { chargesRequested, rowsPerPage } from '@/features/payment/payment-slice';
import { readPage } from '@/screens/page-query';
import { readPurchasedKind } from '@/screens/purchased-query';
import { PurchasedScreen } from '@/screens/purchased-screen';

export default definePage(PurchasedScreen, {
  layout: 'primary',
  authenticate: true,
  features: [paymentFeature],
  load: ({ query }) => [
    chargesRequested({ type: readPurchasedKind(query), offset: (readPage(query) - 1) * rowsPerPage }),
  ],
});
