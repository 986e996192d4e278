import { bind, type Binding } from '../../http/register-endpoint';
import type { ConversationServices } from '../conversation/conversation-services';
import type { LiveServices } from './live-services';
import type { PaidLiveServices } from './paid-live-services';

export const liveBindings = ({
  show,
  showReminder,
  picture,
  createStreamToken,
  buyTicket,
  seat,
  chat,
  message,
}: LiveServices & PaidLiveServices & Pick<ConversationServices, 'message'>): Binding[] => [
  bind('startStream', (call) => show.prepare(call, call.body)),
  bind('updateLiveStream', (call) => show.update(call, { ...call.body, id: call.params.id })),
  bind('updateStream', (call) => {
    const { streamId: id, ...input } = call.body;
    return show.update(call, { ...input, id });
  }),
  bind('setStreamDuration', (call) => show.setDuration(call, call.body)),
  bind('joinStream', (call) => show.join(call, call.params.id)),
  bind('createStreamToken', (call) => createStreamToken(call, call.body.channelName)),
  bind('searchStreams', (call) => show.search(call, call.query)),
  bind('createStreamAccess', (call) => picture.createAccess(call, call.body)),
  bind('connectStream', (call) => picture.connect(call.body)),
  bind('getOwnStream', (call) => show.getOwn(call)),
  bind('endStream', (call) => show.end(call, call.params.id)),
  bind('getStreamSummary', (call) => show.getSummary(call, call.params.id)),
  bind('listStreamViewers', (call) => show.listViewers(call, call.params.id, call.query)),
  bind('buyStream', (call) => buyTicket(call, { ...call.body, id: call.params.id })),
  bind('requestPrivateChat', (call) => seat.request(call, { ...call.body, performerId: call.params.id })),
  bind('acceptPrivateChat', (call) => seat.accept(call, call.params.id)),
  bind('declinePrivateChat', (call) => seat.decline(call, call.params.id)),
  bind('listSeats', (call) => seat.list(call)),
  bind('getSeat', (call) => seat.get(call, call.params.id)),
  bind('leaveSeat', (call) => seat.leave(call, call.params.id)),
  bind('joinGroupShow', (call) => seat.joinGroup(call, { ...call.body, id: call.params.id })),
  bind('setShowReminder', (call) => showReminder.set(call, call.params.id)),
  bind('removeShowReminder', (call) => showReminder.remove(call, call.params.id)),
  bind('getStreamConversation', (call) => chat.get(call, call.params.id)),
  bind('getPublicStreamConversation', (call) => chat.getOfPerformer(call, call.params.id)),
  bind('listPublicStreamMessages', (call) => chat.list(call, call.params.id, call.query)),
  bind('sendStreamMessage', (call) => chat.send(call, call.params.id, call.body)),
  bind('sendPublicStreamMessage', (call) => chat.send(call, call.params.id, call.body)),
  bind('renameConversation', (call) => chat.rename(call, call.params.id, call.body)),
  bind('removeAllMessages', (call) => chat.removeAll(call, call.params.id)),
  bind('listRestrictions', (call) => chat.listRestrictions(call, call.params.id)),
  bind('restrictViewer', (call) => chat.restrict(call, call.params.id, call.body)),
  bind('liftRestriction', (call) => chat.lift(call, call.params)),
  // The id can belong to a message in a show or in a private conversation.
  bind(
    'deleteMessage',
    async (call) => (await chat.deleteMessage(call, call.params.id)) ?? message.delete(call, call.params.id),
  ),
];
