import type { ServerContext } from '../../context';
import type { IdentityServices } from '../identity/identity-services';
import type { SiteServices } from '../site/site-services';
import { createMessageService } from './message/message-service';
import { createTypingHandler } from './message/typing';
import { createEmailDigestService } from './email-digest/email-digest-service';
import { createNotificationService } from './notification/notification-service';

export type ConversationServices = ReturnType<typeof createConversationServices>;

/** Messages between people, and what they are told. */
export function createConversationServices(
  context: ServerContext,
  { settings, media }: SiteServices,
  { people, block, unsubscribe }: IdentityServices,
) {
  const notification = createNotificationService(context, { people });
  const message = createMessageService(context, { people, media, settings, block });
  context.events.on('documentsReviewed', (tx, { performerId, ...news }) =>
    notification.add(tx, { userId: performerId, type: 'account', ...news }),
  );
  context.events.on('fileChanging', (tx, { fileId }) => message.lockOfFile(fileId, tx).then(() => undefined));
  return {
    notification,
    message,
    noticeMail: createEmailDigestService(context, { settings, unsubscribe }),
    typing: createTypingHandler(context, message),
  };
}
