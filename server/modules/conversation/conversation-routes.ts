import { bind, type Binding } from '../../http/register-endpoint';
import type { ConversationServices } from './conversation-services';

export const conversationBindings = ({
  conversation,
  message,
  notification,
  push,
}: ConversationServices): Binding[] => [
  bind('listConversations', (call) => conversation.list(call, call.query)),
  bind('searchConversations', (call) => conversation.list(call, call.query)),
  bind('createConversation', (call) => conversation.open(call, call.body)),
  bind('getConversation', (call) => conversation.get(call, call.params.id)),
  bind('updateConversationSettings', (call) => conversation.updateSettings(call, call.params.id, call.body)),
  bind('listMessages', (call) => message.list(call, call.params.id, call.query)),
  bind('searchMessages', (call) => message.search(call, call.query)),
  bind('sendMessage', (call) => message.send(call, call.params.id, call.body)),
  bind('countUnread', (call) => conversation.countUnread(call)),
  bind('readAllMessages', (call) => conversation.markRead(call, call.params.id)),
  bind('uploadMessagePhoto', (call) => message.upload(call.actor, call.files['file'])),
  bind('uploadMessageVideo', (call) => message.upload(call.actor, call.files['file'])),
  bind('uploadMessageFile', (call) => message.uploadAndSend(call, call.files['file'], call.body)),
  bind('listNotifications', (call) => notification.list(call.actor, call.query)),
  bind('readNotification', (call) => notification.read(call.actor, call.params.id)),
  bind('getPushKey', () => push.getKey()),
  bind('listPushSubscriptions', (call) => push.list(call.actor)),
  bind('addPushSubscription', (call) => push.subscribe(call.actor, call.body, call.userAgent)),
  bind('removePushSubscription', (call) => push.unsubscribe(call.actor, call.params.id)),
  bind('readAllNotifications', (call) => notification.readAll(call.actor)),
];
