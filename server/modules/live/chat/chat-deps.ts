import type { ServerContext } from '../../../context';
import type { ChatStore } from '../../conversation/message/message-service';
import type { PeopleService, PersonView } from '../../identity/people/people-service';
import type { EntryService } from '../show/entry-service';
import type { ChatRepository } from './chat-repository';

export interface ChatNeeds {
  entry: EntryService;
  people: Pick<PeopleService, 'publicViews' | 'assertCanAppear'>;
  chats: ChatStore;
}

export interface ChatDeps extends ChatNeeds, Pick<ServerContext, 'db' | 'clock' | 'publisher' | 'events'> {
  repository: ChatRepository;
  /** A sender as everyone in the room sees them; cached for up to ten seconds. */
  readSender(id: string): Promise<PersonView | null>;
}
