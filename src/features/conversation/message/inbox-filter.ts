import { put } from 'redux-saga/effects';
import { messageRoutes } from '@contract/conversation/message-routes';
import type { UnreadInput } from '@contract/schemas';
import { withQuery } from '@/lib/omit-empty';
import { toFailure } from '@/services/api-error';
import { fetchFresh } from '@/store/fetch-fresh';
import { selectSupportsCall } from '@/store/backend';
import { callUnknown, selectState } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import type { ListPage } from '@/store/paged-list';
import { selectConversations, type Conversation, type InboxFilter } from './message-state';

/** @param query of the address; what it does not know is left out. */
export function readInboxFilter(query: Record<string, string | string[] | undefined>): InboxFilter {
  const { q, show } = query;
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q }),
    ...((show === 'unread' || show === 'subscribers') && { show }),
  };
}

/** An address with the filter in its query, and the number of a message to open it `at`. */
export const withInboxFilter = (path: string, { q, show }: InboxFilter, at?: number): string =>
  withQuery(path, { show, q, at });

/** The name of the filter's list in the store. */
export function getListKey({ q = '', show }: InboxFilter): string {
  const words = q.trim();
  return words ? `${show ?? 'all'}:${words}` : (show ?? 'all');
}

/** Leaves out conversations that were read or muted since the list of unread ones was loaded. */
export const filterListed = (ids: string[], { show }: InboxFilter, conversations: Record<string, Conversation>) =>
  ids.filter((id) => show !== 'unread' || (conversations[id]?.totalNotSeenMessages && !conversations[id].isMuted));

/**
 * A page of the conversations that a filter leaves.
 *
 * @param rows ids that the list has already.
 * @param changes types of actions after which an answer that was on its way may be old.
 * @throws ApiError
 */
export function* loadConversations(
  { q: words = '', show }: InboxFilter,
  place: { offset: number; limit: number },
  rows: string[],
  changes: string[],
): Generator<unknown, ListPage<Conversation>> {
  const q = words.trim();
  const query = {
    ...place,
    ...(place.offset > 0 && {
      isMore: true,
      offset: filterListed(rows, { show }, yield* selectState(selectConversations)).length,
    }),
    ...(show === 'unread' && { unread: true }),
    ...(show === 'subscribers' && { subscribers: true }),
    ...(q && { q, keyword: q }),
  };
  return yield* fetchFresh(
    () => (q ? findConversations(query) : callSearch(messageRoutes.listConversations, { query })),
    place.offset > 0 ? [] : changes,
  );
}

/** Older generations have no call of its own for this: their list takes the words. Wire contract 2.17. */
function* findConversations(query: UnreadInput<'searchConversations'>['query']) {
  try {
    return yield* callSearch(messageRoutes.searchConversations, { query });
  } catch (error) {
    const isServed = yield* selectState(selectSupportsCall(messageRoutes.searchConversations));
    // To some of them `search` is the id of a conversation that is not there.
    if (isServed && toFailure(error).status !== 404) throw error;
    if (isServed) yield put(callUnknown(messageRoutes.searchConversations.name));
    return yield* callSearch(messageRoutes.listConversations, { query });
  }
}
