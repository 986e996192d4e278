import { runSaga } from 'redux-saga';
import { accountRoutes } from '@contract/identity/account-routes';
import { feedRoutes } from '@contract/content/feed-routes';
import { messageRoutes } from '@contract/conversation/message-routes';
import type { CallApi } from '@/services/http-client';
import { storeForTest, type CallInput } from '../../tests/harness/render-with-store';
import { callEndpoint } from './call-endpoint';
import { callSearch } from './call-search';

async function run<T>(saga: () => Generator<unknown, T>) {
  const queries: unknown[] = [];
  const callApi = ((_route, input) => {
    queries.push((input as CallInput | undefined)?.query);
    return Promise.resolve({ data: [{ _id: 'a' }], total: 1 });
  }) as CallApi;
  const { store } = storeForTest();
  const context = { callApi, getToken: () => undefined };
  const task = runSaga({ context, getState: () => store.getState(), dispatch: store.dispatch }, saga);
  return { reply: await task.toPromise<unknown>(), queries };
}

it('callSearch finds nothing for symbols only, without a request', async () => {
  for (const text of ['🎉', ' ** ', '…', "'"]) {
    for (const search of [
      () => callSearch(feedRoutes.listFeeds, { query: { q: text } }),
      () => callSearch(accountRoutes.searchUsers, { query: { name: text } }),
      () => callSearch(messageRoutes.searchMessages, { query: { q: text } }),
    ])
      expect(await run<unknown>(search)).toEqual({ reply: { data: [], total: 0 }, queries: [] });
  }
});

it('callSearch sends words as typed, and without a search text requests the whole list', async () => {
  expect((await run(() => callSearch(feedRoutes.listFeeds, { query: { q: '🎉 party' } }))).queries).toEqual([
    { q: '🎉 party' },
  ]);
  expect((await run(() => callSearch(feedRoutes.listFeeds, { query: { limit: 5 } }))).queries).toEqual([{ limit: 5 }]);
});

it('the types require callSearch for search texts, because callEndpoint sends them unchecked', async () => {
  const text: string = '🎉';
  // @ts-expect-error An unchecked search text can consist of punctuation only.
  const byText = () => callEndpoint(feedRoutes.listFeeds, { query: { q: text } });
  // @ts-expect-error So can one under another name.
  const byName = () => callEndpoint(accountRoutes.searchUsers, { query: { name: text } });
  expect((await run<unknown>(byText)).queries).toEqual([{ q: text }]);
  expect((await run<unknown>(byName)).queries).toEqual([{ name: text }]);
});
