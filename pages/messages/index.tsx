import { definePage } from '@/composition/define-page';
import { messageFeature } from '@/features/message/message-feature';
import { listRequested } from '@/features/message/message-slice';
import { MessagesScreen } from '@/screens/messages-screen';

export default definePage(MessagesScreen, {
  layout: 'primary',
  authenticate: true,
  features: [messageFeature],
  load: () => [listRequested({})],
});
