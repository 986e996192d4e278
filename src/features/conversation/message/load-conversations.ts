import { messageRoutes } from '@contract/conversation/message-routes';
import type { EndpointInput } from '@contract/schemas';
import { toFailure } from '@/services/api-error';
import { askAfresh } from '@/store/ask-afresh';
import { selectServes } from '@/store/backend';
import { callEndpoint, callUnknown, selectState } from '@/store/call-endpoint';
import type { ListPage } from '@/store/paged-list';
import { put } from 'redux-saga/effects';
import type { InboxFilter } from './inbox-filter';
import type { Conversation } from './message-types';

/**
 * A page of the conversations that a filter leaves.
 *
 * @param changes types of actions after which an answer that was on its way may be old.
 * @throws ApiError
 */
export function* loadConversations(
  { q: words = '', show }: InboxFilter,
  place: { offset: number; limit: number },
  changes: string[],
): Generator<unknown, ListPage<Conversation>> {
  const q = words.trim();
  const query = {
    ...place,
    ...(place.offset > 0 && { isMore: true }),
    ...(show === 'unread' && { unread: true }),
    ...(show === 'subscribers' && { subscribers: true }),
    ...(q && { q, keyword: q }),
  };
  return yield* askAfresh(
    () => (q ? findConversations(query) : callEndpoint(messageRoutes.listConversations, { query })),
    place.offset > 0 ? [] : changes,
  );
}

/** Older generations have no call of its own for this: their list takes the words. Wire contract 2.17. */
function* findConversations(query: NonNullable<EndpointInput<'searchConversations'>>['query']) {
  try {
    return yield* callEndpoint(messageRoutes.searchConversations, { query });
  } catch (error) {
    const isServed = yield* selectState(selectServes(messageRoutes.searchConversations));
    // To some of them `search` is the id of a conversation that is not there.
    if (isServed && toFailure(error).status !== 404) throw error;
    if (isServed) yield put(callUnknown(messageRoutes.searchConversations.name));
    return yield* callEndpoint(messageRoutes.listConversations, { query });
  }
}
