import type { ServerContext } from '../../context';
import type { IdentityServices } from '../identity/identity-services';
import type { SiteServices } from '../site/site-services';
import { createConversationService } from './message/conversation-service';
import { createMessageService } from './message/message-service';
import { createMessaging } from './message/messaging';
import { createTypingHandler } from './message/typing';
import { createEmailDigestService } from './email-digest/email-digest-service';
import { createNotificationService } from './notification/notification-service';

export type ConversationServices = ReturnType<typeof createConversationServices>;

export function createConversationServices(
  context: ServerContext,
  { settings, media }: SiteServices,
  { people, block, unsubscribe }: IdentityServices,
) {
  const notification = createNotificationService({ ...context, people });
  const messaging = createMessaging(context, { people, media, settings, block });
  const message = createMessageService(messaging);
  context.events.on('documentsReviewed', (tx, { performerId, ...news }) =>
    notification.add(tx, { userId: performerId, type: 'account', ...news }),
  );
  context.events.on('fileChanging', (tx, { fileId }) => message.lockByFile(fileId, tx).then(() => undefined));
  return {
    notification,
    conversation: createConversationService(messaging),
    message,
    noticeMail: createEmailDigestService(context, { settings, unsubscribe }),
    typing: createTypingHandler(context, message),
  };
}
