import { bind, type Binding } from '../../http/register-endpoint';
import type { ConversationServices } from '../conversation/conversation-services';
import type { LiveServices } from './live-services';

/** Which service answers the calls about live shows. */
export const liveBindings = ({ chat, message }: LiveServices & Pick<ConversationServices, 'message'>): Binding[] => [
  bind('getStreamConversation', (call) => chat.get(call, call.params.id)),
  bind('getPublicStreamConversation', (call) => chat.getOfPerformer(call, call.params.id)),
  bind('listPublicStreamMessages', (call) => chat.list(call, call.params.id, call.query)),
  bind('sendStreamMessage', (call) => chat.send(call, call.params.id, call.body)),
  bind('sendPublicStreamMessage', (call) => chat.send(call, call.params.id, call.body)),
  bind('renameConversation', (call) => chat.rename(call, call.params.id, call.body)),
  bind('removeAllMessages', (call) => chat.removeAll(call, call.params.id)),
  bind('restrictViewer', (call) => chat.restrict(call, call.params.id, call.body)),
  bind('liftRestriction', (call) => chat.lift(call, call.params)),
  // An id belongs to a message of a show or to a private one.
  bind(
    'deleteMessage',
    async (call) => (await chat.deleteMessage(call, call.params.id)) ?? message.delete(call, call.params.id),
  ),
];
