import type { AddressInfo } from 'node:net';
import { routes } from '@contract/index';
import { schemas, type EndpointName } from '@contract/schemas';
import { createClient } from '@/services/http-client';
import { ApiError } from '@/services/api-error';
import { profileNames, profiles, type ProfileName } from '../../e2e/mock-api/profiles';
import { seed } from '../../e2e/mock-api/seed';
import { startServer } from '../../e2e/mock-api/server';
import { openSession } from '../../e2e/mock-api/state';
import { emptyWorld } from '../../e2e/mock-api/world';

/**
 * What a backend of the family replies is, once it is read, what the contract promises to screens: no field that they count on
 * is missing, and none is of another kind. The replies are those of the mock API, which are made of the `seen` rows alone.
 */
async function start(name: ProfileName) {
  const world = emptyWorld({ profile: profiles[name], url: 'http://localhost', siteUrl: 'http://localhost' });
  await seed(world);
  const server = startServer(world);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = [...world.people.values()];
  const fan = people.find(({ isPerformer, balance }) => !isPerformer && balance > 0)!;
  const creator = people.find(({ isPerformer }) => isPerformer)!;
  const clientOf = (token?: string) => createClient({ baseUrl, getToken: () => token });
  return {
    world,
    creator,
    clients: {
      visitor: clientOf(),
      fan: clientOf(openSession(world, fan._id, true)),
      creator: clientOf(openSession(world, creator._id, true)),
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

type Started = Awaited<ReturnType<typeof start>>;

/** What to name in the places of a path. */
function paramsOf(name: EndpointName, { world, creator }: Started): Record<string, string> {
  const feed = world.feeds.find(({ fromSourceId }) => fromSourceId === creator._id);
  const conversation = world.conversations[0];
  switch (name) {
    case 'listBookmarks':
      return { type: 'feeds' };
    case 'getFeed':
    case 'getPerformerFeed':
      return { id: feed?._id ?? '' };
    case 'getPerformer':
      return { id: creator.username };
    case 'getConversation':
    case 'listMessages':
      return { id: conversation?._id ?? '' };
    case 'getPost':
      return { id: 'privacy-policy' };
    case 'listStates':
    case 'listCities':
      return { id: 'DE', a: 'DE', b: 'Bavaria' };
    default:
      return { id: creator._id };
  }
}

const queryOf = (name: EndpointName, { world }: Started) =>
  name === 'listComments' ? { objectId: world.feeds[0]?._id, objectType: 'feed' } : { limit: 20 };

const reads = (Object.keys(routes) as EndpointName[]).filter(
  (name) => routes[name].method === 'GET' && !('extension' in routes[name]),
);

describe.each(profileNames)('replies of the %s generation', (profile) => {
  let started: Started;
  const read = new Map<string, number>();
  beforeAll(async () => {
    started = await start(profile);
  });
  afterAll(async () => {
    await started.stop();
  });

  it.each(reads)('%s', async (name) => {
    const { access } = routes[name];
    const who = access === 'performer' ? 'creator' : access === 'user' || access === 'signedIn' ? 'fan' : 'visitor';
    const readers = access === 'signedIn' ? (['fan', 'creator'] as const) : ([who] as const);
    for (const reader of readers) {
      const input = { params: paramsOf(name, started), query: queryOf(name, started) };
      const reply: unknown = await started.clients[reader](routes[name] as never, input as never).catch(
        (error: ApiError) => error,
      );
      if (reply instanceof ApiError) {
        // What this generation lacks, or does not have of this kind of thing, it says so.
        expect([403, 404, 422]).toContain(reply.status);
        continue;
      }
      const parsed = schemas[name].data.safeParse(reply);
      expect(parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []).toEqual([]);
      read.set(name, (read.get(name) ?? 0) + 1);
    }
  });

  it('were there to be read', () => expect(read.size).toBeGreaterThan(25));
});
