import type { ServerContext } from '../../context';
import { getDevice } from '../identity/auth/session/client-info';
import { createSecretBox } from '../../lib/secret-box';
import type { IdentityServices } from '../identity/identity-services';
import type { SiteServices } from '../site/site-services';
import { createConversationService } from './message/conversation-service';
import { createMessageService } from './message/message-service';
import { createMessaging } from './message/messaging';
import { createTypingHandler } from './message/typing';
import { createEmailDigestService } from './email-digest/email-digest-service';
import { createNotificationService } from './notification/notification-service';
import { createPushService } from './push/push-service';

export type ConversationServices = ReturnType<typeof createConversationServices>;

export function createConversationServices(
  context: ServerContext,
  { settings, media }: SiteServices,
  { people, block, unsubscribe }: IdentityServices,
) {
  const push = createPushService(context, {
    settings,
    box: createSecretBox(context.env.APP_SECRET, 'vapid key'),
    getDevice,
  });
  const notification = createNotificationService({ ...context, people, push });
  const messaging = createMessaging(context, { people, media, settings, block, push });
  const message = createMessageService(messaging);
  context.events.on('documentsReviewed', (tx, { performerId, ...news }) =>
    notification.add(tx, { userId: performerId, type: 'account', ...news }),
  );
  context.events.on('fileChanging', (tx, { fileId }) => message.lockByFile(fileId, tx).then(() => undefined));
  return {
    push,
    notification,
    conversation: createConversationService(messaging),
    message,
    noticeMail: createEmailDigestService(context, { settings, unsubscribe }),
    typing: createTypingHandler(context, message),
  };
}
