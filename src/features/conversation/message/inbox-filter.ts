import { put } from 'redux-saga/effects';
import { messageRoutes } from '@contract/conversation/message-routes';
import type { UncheckedInput } from '@contract/schemas';
import { withQuery } from '@/lib/omit-empty';
import { toFailure } from '@/services/api-error';
import { fetchFresh } from '@/store/fetch-fresh';
import { selectSupportsCall } from '@/store/backend';
import { callUnknown, selectState } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import type { ListPage } from '@/store/paged-list';
import { selectConversations, type Conversation, type InboxFilter } from './message-state';

/** Ignores unknown query values. */
export function readInboxFilter(query: Record<string, string | string[] | undefined>): InboxFilter {
  const { q, show } = query;
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q }),
    ...((show === 'unread' || show === 'subscribers') && { show }),
  };
}

/** @param at `sequence` of the message to open at. */
export const withInboxFilter = (path: string, { q, show }: InboxFilter, at?: number): string =>
  withQuery(path, { show, q, at });

export function getListKey({ q = '', show }: InboxFilter): string {
  const words = q.trim();
  return words ? `${show ?? 'all'}:${words}` : (show ?? 'all');
}

/** Drops conversations that were read or muted after the list of unread ones was loaded. */
export const filterListed = (ids: string[], { show }: InboxFilter, conversations: Record<string, Conversation>) =>
  ids.filter((id) => show !== 'unread' || (conversations[id]?.totalNotSeenMessages && !conversations[id].isMuted));

/**
 * @param rows ids already in the list.
 * @param changes types of actions after which a pending response is outdated.
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

/** In older API variants, the list call does the search. Wire contract 2.17. */
function* findConversations(query: UncheckedInput<'searchConversations'>['query']) {
  try {
    return yield* callSearch(messageRoutes.searchConversations, { query });
  } catch (error) {
    const isServed = yield* selectState(selectSupportsCall(messageRoutes.searchConversations));
    // Some of them take `search` for a conversation id and reply 404.
    if (isServed && toFailure(error).status !== 404) throw error;
    if (isServed) yield put(callUnknown(messageRoutes.searchConversations.name));
    return yield* callSearch(messageRoutes.listConversations, { query });
  }
}
