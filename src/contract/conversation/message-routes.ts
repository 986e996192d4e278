import { defineRoutes } from '../base/define';

export const messageRoutes = defineRoutes({
  listConversations: { method: 'GET', path: '/conversations', access: 'signedIn' },
  createConversation: { method: 'POST', path: '/conversations', access: 'signedIn' },
  searchConversations: { method: 'GET', path: '/conversations/search', access: 'signedIn' },
  getStreamConversation: { method: 'GET', path: '/conversations/stream/:id', access: 'signedIn' },
  /** Our API checks access: guests can only enter a show for everyone. */
  getPublicStreamConversation: { method: 'GET', path: '/conversations/stream/public/:id', access: 'optional' },
  getConversation: { method: 'GET', path: '/conversations/:id', access: 'signedIn' },
  updateConversationSettings: {
    method: 'PUT',
    path: '/conversations/:id/settings',
    access: 'signedIn',
    extension: true,
  },
  renameConversation: { method: 'PUT', path: '/conversations/:id/update', access: 'performer' },
  searchMessages: { method: 'GET', path: '/messages/search', access: 'signedIn', extension: true },
  listMessages: { method: 'GET', path: '/messages/conversations/:id', access: 'signedIn' },
  sendMessage: { method: 'POST', path: '/messages/conversations/:id', access: 'signedIn' },
  /** Access as in `getPublicStreamConversation`. */
  listPublicStreamMessages: { method: 'GET', path: '/messages/conversations/public/:id', access: 'optional' },
  sendStreamMessage: { method: 'POST', path: '/messages/stream/conversations/:id', access: 'signedIn' },
  sendPublicStreamMessage: { method: 'POST', path: '/messages/stream/public/conversations/:id', access: 'signedIn' },
  countUnread: { method: 'GET', path: '/messages/counting-not-read-messages', access: 'signedIn' },
  readAllMessages: { method: 'POST', path: '/messages/read-all/:id', access: 'signedIn' },
  deleteMessage: { method: 'DELETE', path: '/messages/:id', access: 'signedIn' },
  removeAllMessages: { method: 'DELETE', path: '/messages/:id/remove-all-message', access: 'performer' },
  uploadMessagePhoto: { method: 'POST', path: '/messages/public/file/photo', access: 'signedIn', upload: true },
  uploadMessageVideo: { method: 'POST', path: '/messages/private/file/video', access: 'signedIn', upload: true },
  uploadMessageFile: { method: 'POST', path: '/messages/private/file', access: 'signedIn', upload: true },
});
