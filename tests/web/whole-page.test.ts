import { loadPage } from '@/composition/load-page';
import type { CallApi } from '@/services/http-client';
import { getPage, pages } from '../harness/pages';

const somebody = { _id: 'f1', name: 'Ada', username: 'ada', email: 'ada@example.test', wallet: 5, verifiedEmail: true };

const answering = (isPerformer: boolean) =>
  (async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (route.name === 'getMe') return { ...somebody, isPerformer };
    return route.name === 'checkCountryBlock' ? { blocked: false } : { _id: 'a1', data: [], total: 0 };
  }) as CallApi;

function findPending(value: unknown, place: string): string[] {
  if (value === 'pending') return [place];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => findPending(part, `${place}.${key}`));
}

/** Browsers do not repeat requests that the state marks as pending, so a skeleton would stay. */
describe.each([
  ['a visitor', undefined],
  ['a fan', false],
  ['a creator', true],
])('a page rendered for %s', (_who, isPerformer) => {
  it.each(pages)('%s leaves no request pending', async (pattern, file) => {
    const query = { profileId: 'mira', id: 'a00000000000000000000001', q: 'paper' };
    const callApi = answering(isPerformer ?? false);
    const token = isPerformer === undefined ? undefined : 'alive';
    const { store } = await loadPage(await getPage(file), `${pattern}?q=paper`, query, { callApi, token });
    expect(findPending(store.getState(), 'state')).toEqual([]);
  });
});
