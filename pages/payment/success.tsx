import { definePage } from '@/composition/define-page';
import { resultFeature } from '@/features/checkout/result-feature';
import { resultRequested } from '@/features/checkout/result-slice';
import { readReference } from '@/screens/payment-result-query';
import { PaymentResultScreen } from '@/screens/payment-result-screen';

export default definePage(PaymentResultScreen, {
  layout: 'primary',
  authenticate: true,
  features: [resultFeature],
  load: ({ query }) => {
    const reference = readReference(query);
    return reference ? [resultRequested(reference)] : [];
  },
});
