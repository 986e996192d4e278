import type { ServerContext } from '../../../context';
import { createKeyedQueue, type KeyedQueue } from '../../../lib/keyed-queue';
import type { BlockService } from '../../identity/block/block-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { MediaService } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { PushService } from '../push/push-service';
import { createConversationRepository, type ConversationRepository } from './conversation-repository';
import { createMessageRepository, type MessageRepository } from './message-repository';

export interface MessagingNeeds {
  people: Pick<PeopleService, 'views' | 'find'>;
  media: Pick<MediaService, 'present' | 'store' | 'find' | 'begin'>;
  settings: Pick<SettingsService, 'read'>;
  block: Pick<BlockService, 'listClosedCountries'>;
  push: Pick<PushService, 'tellOfMessage'>;
}

export interface Messaging extends MessagingNeeds, Pick<ServerContext, 'db' | 'clock' | 'events' | 'publisher'> {
  conversations: ConversationRepository;
  messages: MessageRepository;
  /** Runs one count per account at a time, so that the count published last is the newest. */
  unreadQueue: KeyedQueue;
}

export const createMessaging = (
  { db, clock, events, publisher }: Pick<ServerContext, 'db' | 'clock' | 'events' | 'publisher'>,
  needs: MessagingNeeds,
): Messaging => ({
  db,
  clock,
  events,
  publisher,
  people: needs.people,
  media: needs.media,
  settings: needs.settings,
  block: needs.block,
  push: needs.push,
  conversations: createConversationRepository(db),
  messages: createMessageRepository(db),
  unreadQueue: createKeyedQueue(),
});
