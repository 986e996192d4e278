import { definePage } from '@/composition/define-page';
import { resultFeature, resultRequested } from '@/features/money/checkout/result-feature';
import { readReference, PaymentResultScreen } from '@/screens/money/payment-result-screen';

export default definePage(PaymentResultScreen, {
  layout: 'primary',
  authenticate: true,
  features: [resultFeature],
  load: ({ query }) => {
    const reference = readReference(query);
    return reference ? [resultRequested(reference)] : [];
  },
});
