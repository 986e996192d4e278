import { bind, type Binding } from '../../http/register-endpoint';
import type { ConversationServices } from './conversation-services';

/** Which service answers the calls about messages and notifications. */
export const conversationBindings = ({ message, notification }: ConversationServices): Binding[] => [
  bind('listConversations', (call) => message.list(call, call.query)),
  bind('searchConversations', (call) => message.list(call, call.query)),
  bind('createConversation', (call) => message.open(call, call.body)),
  bind('getConversation', (call) => message.get(call, call.params.id)),
  bind('updateConversationSettings', (call) => message.updateSettings(call, call.params.id, call.body)),
  bind('listMessages', (call) => message.listMessages(call, call.params.id, call.query)),
  bind('searchMessages', (call) => message.searchMessages(call, call.query)),
  bind('sendMessage', (call) => message.send(call, call.params.id, call.body)),
  bind('countUnread', (call) => message.countUnread(call)),
  bind('readAllMessages', (call) => message.readAll(call, call.params.id)),
  bind('deleteMessage', (call) => message.remove(call, call.params.id)),
  bind('uploadMessagePhoto', (call) => message.upload(call.actor, call.files['file'])),
  bind('uploadMessageVideo', (call) => message.upload(call.actor, call.files['file'])),
  bind('uploadMessageFile', (call) => message.uploadAndSend(call, call.files['file'], call.body)),
  bind('listNotifications', (call) => notification.list(call.actor, call.query)),
  bind('readNotification', (call) => notification.read(call.actor, call.params.id)),
  bind('readAllNotifications', (call) => notification.readAll(call.actor)),
];
