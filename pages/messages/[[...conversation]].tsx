import { definePage } from '@/composition/define-page';
import { loadInbox, messageFeature } from '@/features/conversation/message/message-feature';
import { MessagesScreen } from '@/screens/conversation/messages-screen';

/** One page for the list and all conversations, so that the list keeps its state when a conversation opens. */
export default definePage(MessagesScreen, {
  layout: 'primary',
  authenticate: true,
  features: [messageFeature],
  load: loadInbox,
  isMissing: ({ query }) => (query['conversation']?.length ?? 0) > 1,
});
