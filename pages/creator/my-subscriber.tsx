import { definePage } from '@/composition/define-page';
import { subscriberFeature, subscribers } from '@/features/money/subscriber/subscriber-feature';
import { readSubscribersQuery, toSubscriberQuery, SubscribersScreen } from '@/screens/money/subscribers-screen';

export default definePage(SubscribersScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [subscriberFeature],
  load: ({ query }) => [subscribers.requested(toSubscriberQuery(readSubscribersQuery(query)))],
});
