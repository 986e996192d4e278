import { definePage } from '@/composition/define-page';
import { subscriberFeature } from '@/features/subscriber/subscriber-feature';
import { subscribersRequested } from '@/features/subscriber/subscriber-slice';
import { readSubscribersQuery, toSubscriberQuery } from '@/screens/subscribers-query';
import { SubscribersScreen } from '@/screens/subscribers-screen';

export default definePage(SubscribersScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [subscriberFeature],
  load: ({ query }) => [subscribersRequested(toSubscriberQuery(readSubscribersQuery(query)))],
});
