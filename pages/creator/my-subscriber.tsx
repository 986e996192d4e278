import { definePage } from '@/composition/define-page';
import { fanNoteFeature } from '@/features/identity/fan-note/fan-note-feature';
import { subscriberFeature, subscribers } from '@/features/money/subscriber/subscriber-feature';
import { readSubscribersQuery, toSubscriberQuery, SubscribersScreen } from '@/screens/money/subscribers-screen';

export default definePage(SubscribersScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [subscriberFeature, fanNoteFeature],
  load: ({ query }) => [subscribers.requested(toSubscriberQuery(readSubscribersQuery(query)))],
});
