import { definePage } from '@/composition/define-page';
import { subscriberFeature } from '@/features/money/subscriber/subscriber-feature';
import { subscribers } from '@/features/money/subscriber/subscriber-slice';
import { readSubscribersQuery, toSubscriberQuery } from '@/screens/money/subscribers-query';
import { SubscribersScreen } from '@/screens/money/subscribers-screen';

export default definePage(SubscribersScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [subscriberFeature],
  load: ({ query }) => [subscribers.requested(toSubscriberQuery(readSubscribersQuery(query)))],
});
