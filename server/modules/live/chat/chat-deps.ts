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

/** Dependencies of everything that is done in the chat of a show. */
export interface ChatDeps extends ChatNeeds, Pick<ServerContext, 'db' | 'clock' | 'publisher' | 'events'> {
  repository: ChatRepository;
  /** A sender as all of a room may see them, at most some seconds old. */
  readSender(id: string): Promise<PersonView | null>;
}
