import type { Route } from '@contract/base/define';
import { keyScopes } from '@contract/base/key-scopes';
import { routes } from '@contract/index';
import { findKeyScope } from '@contract/key-access';
import type { EndpointName } from '@contract/schemas';
import { buildPerformer } from '../factories/performer';
import { buildUser } from '../factories/user';
import { buildTestApp, type TestApp } from '../harness/build-test-app';

const table = Object.values<Route<EndpointName>>(routes);
const closed = table.filter(({ access }) => access !== 'public');
const isWrite = ({ method, changes }: Route) => method !== 'GET' || changes === true;
const listWith = (scope: string) =>
  closed.flatMap((route) => (isWrite(route) && findKeyScope(route) === scope ? [route.name] : []));

describe('what API keys can do', () => {
  let app: TestApp;
  let keys: Map<string, string>;
  let everything: string;
  beforeAll(async () => {
    app = await buildTestApp();
    const people = { fan: await buildUser(app), creator: await buildPerformer(app) };
    const create = async (as: string, scopes: readonly string[]) =>
      (await app.call('createApiKey', { as, body: { name: 'Script', scopes } })).data.key;
    everything = await create(people.fan.token, keyScopes);
    keys = new Map();
    for (const [who, { token }] of Object.entries(people)) {
      for (const scope of keyScopes) {
        keys.set(
          `${who} ${scope}`,
          await create(
            token,
            keyScopes.filter((one) => one !== scope),
          ),
        );
      }
    }
  });
  afterAll(() => app.close());

  const call = ({ name, method, path }: Route<EndpointName>, as: string | undefined) => {
    const places = [...path.matchAll(/:(\w+)/g)].map(([, place = '']) => [place, '0'.repeat(24)]);
    return app.call(name, { as, params: Object.fromEntries(places), ...(method !== 'GET' && { body: {} }) });
  };

  it.each(closed.filter((route) => findKeyScope(route) === null))('$name refuses every key', async (route) => {
    expect((await call(route, everything)).body).toMatchObject({ statusCode: 403, error: 'KEY_NOT_ALLOWED' });
  });

  it.each(closed.filter((route) => findKeyScope(route) !== null))('$name needs its scope', async (route) => {
    const scope = findKeyScope(route) ?? '';
    const who = route.access === 'performer' ? 'creator' : 'fan';
    const reply = await call(route, keys.get(`${who} ${scope}`));
    expect(reply.body).toMatchObject({ statusCode: 403, error: 'KEY_SCOPE_MISSING' });
    expect(reply.body.message).toContain(scope);
  });

  it('is never to move money, to prove a log-in, or to operate the site', () => {
    const forbidden = table.filter(
      (route) =>
        (route.idempotent ||
          route.proved ||
          route.access === 'admin' ||
          /^\/(auth|payment|api-keys)/.test(route.path)) &&
        isWrite(route),
    );
    expect(forbidden.length).toBeGreaterThan(60);
    expect(forbidden.filter((route) => findKeyScope(route) !== null).map(({ name }) => name)).toEqual([]);
  });

  it('changes nothing by scopes that read', () => {
    const searches = ['searchKeyword'];
    expect(['read', 'messages:read', 'money:read'].flatMap(listWith)).toEqual(searches);
  });

  it('is listed, so that a new call is a decision', () => {
    expect(listWith('social:write')).toEqual([
      'readNotification',
      'readAllNotifications',
      'followPerformer',
      'unfollowPerformer',
      'createReaction',
      'deleteReaction',
      'createComment',
      'updateComment',
      'deleteComment',
    ]);
    expect(listWith('messages:write')).toEqual([
      'createConversation',
      'updateConversationSettings',
      'renameConversation',
      'sendMessage',
      'sendStreamMessage',
      'sendPublicStreamMessage',
      'readAllMessages',
      'deleteMessage',
      'removeAllMessages',
      'uploadMessagePhoto',
      'uploadMessageVideo',
      'uploadMessageFile',
    ]);
    expect(listWith('content:write')).toEqual([
      'retryFile',
      'setFileCaptions',
      'deleteFileCaptions',
      'uploadFeedAudio',
      'uploadFeedPhoto',
      'uploadFeedVideo',
      'uploadFeedThumbnail',
      'uploadFeedTeaser',
      'createFeed',
      'createPoll',
      'updateFeed',
      'deleteFeed',
      'votePoll',
      'createGallery',
      'updateGallery',
      'orderGalleryPhotos',
      'deleteGallery',
      'uploadPhoto',
      'setPhotoCover',
      'updatePhoto',
      'deletePhoto',
      'uploadVideo',
      'updateVideo',
      'removeVideoFile',
      'deleteVideo',
      'createProduct',
      'updateProduct',
      'deleteProduct',
    ]);
  });

  it('leaves calls for everybody as they are: a public call ignores keys', async () => {
    const open = table.find(({ name }) => name === 'getSettings');
    expect(open && (await call(open, 'csp_unknown')).status).toBe(200);
  });

  it('is said in the OpenAPI document, with the scope', async () => {
    const document = (await app.http.inject('/openapi.json')).json<{
      paths: Record<string, Record<string, { security: object[]; responses: Record<string, { description: string }> }>>;
      components: { securitySchemes: object };
    }>();
    expect(document.components.securitySchemes).toHaveProperty('apiKey');
    const feeds = document.paths['/user/feeds']?.['get'];
    expect(feeds?.security).toEqual([{}, { token: [] }, { apiKey: ['read'] }]);
    expect(feeds?.responses['403']?.description).toContain('KEY_SCOPE_MISSING');
    const tip = document.paths['/wallet/charges/tip/{id}']?.['post'];
    expect(tip?.security).toEqual([{ token: [] }]);
    expect(tip?.responses['403']?.description).toContain('KEY_NOT_ALLOWED');
  });
});
