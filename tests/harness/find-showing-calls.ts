import type { Route } from '@contract/base/define';
import { routes } from '@contract/index';
import type { EndpointName } from '@contract/schemas';
import type { BuiltPerformer } from '../factories/performer';
import type { TestApp, TestCall } from './build-test-app';

interface Sought {
  /** In every text of the content, so that no reply can contain it by chance. */
  mark: string;
  ids: readonly string[];
  creator: BuiltPerformer;
  /** More values that path parameters can have, such as the id of the gallery of a photo. */
  places?: readonly string[];
  /** Every way in which a list can be narrowed to the content; a call ignores what it does not know. */
  queries: readonly Record<string, string>[];
}

const getRoute = (name: EndpointName): Route => routes[name];
const reads = (Object.keys(routes) as EndpointName[]).filter((name) => {
  const { method, access, changes } = getRoute(name);
  return access !== 'admin' && method === 'GET' && !changes;
});

/** Each path parameter as everything that it could mean. */
function listInputs(name: EndpointName, { ids, places = [], creator, queries }: Sought): TestCall[] {
  const parameters = [...getRoute(name).path.matchAll(/:(\w+)/g)].map(([, place = '']) => place);
  if (parameters.length === 0) return queries.map((query) => ({ query }));
  const values = [...ids, ...places, creator.id, creator.account.username ?? '', 'feed', 'video', 'gallery'];
  return values.flatMap((value) =>
    ['bookmark', value].map((last) => ({
      params: Object.fromEntries(parameters.map((parameter, at) => [parameter, at === 0 ? value : last])),
    })),
  );
}

/** Tries every call that reads, with every input. @returns those whose reply has a text or an id of the content */
export async function findShowingCalls(app: TestApp, as: string | undefined, sought: Sought): Promise<EndpointName[]> {
  const { mark, ids } = sought;
  const showing = new Set<EndpointName>();
  const search = await app.call('searchKeyword', { as, body: { keyword: mark } });
  if (ids.some((id) => JSON.stringify(search.body).includes(id))) showing.add('searchKeyword');
  for (const name of reads) {
    for (const input of listInputs(name, sought)) {
      const { status, body } = await app.call(name, { as, ...input });
      expect(status).not.toBe(429);
      const asked = JSON.stringify(input);
      const told = JSON.stringify(body);
      // A reply may repeat what was asked for.
      if ([mark, ...ids].some((secret) => !asked.includes(secret) && told.includes(secret))) showing.add(name);
      if (status === 200 && asked.includes('params') && told.includes(mark)) showing.add(name);
    }
  }
  return [...showing].toSorted();
}
