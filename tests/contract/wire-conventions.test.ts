import { cents } from '@contract/base/money';
import { buildPerformer } from '../factories/performer';
import { buildSubscription } from '../factories/subscription';
import { buildUser, type BuiltPerson } from '../factories/user';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { createLogger } from '../../server/log/logger';

let app: TestApp;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
  fan = await buildUser(app);
});
afterAll(() => app.close());

describe('wire 1.4: the token is in the header or in the query', () => {
  const get = async (query: Record<string, string>, authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    const reply = await app.http.inject({ url: '/users/me', query, headers });
    return { status: reply.statusCode, id: reply.json<{ data?: { _id: string } }>().data?._id };
  };

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['a blank header', '  '],
    ['the header `null`', 'null'],
    ['the header `undefined`', 'undefined'],
    ['a header without a token', 'Bearer'],
  ])('the query is used with %s', async (_which, header) => {
    expect(await get({ Authorization: fan.token }, header)).toEqual({ status: 200, id: fan.id });
    expect(await get({ Authorization: 'null' }, header)).toMatchObject({ status: 401 });
  });

  it('the header is preferred to the query', async () => {
    const other = await buildUser(app);
    expect(await get({ Authorization: other.token }, fan.token)).toEqual({ status: 200, id: fan.id });
    expect(await get({ Authorization: fan.token }, 'dead')).toMatchObject({ status: 401 });
  });

  it('logs never contain it, however it is spelled', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    for (const name of ['Authorization', 'authorization', '%41uthorization', '%2541uthorization', 'Authorizatio%6E']) {
      log.info({ req: { method: 'GET', url: `/users/me?limit=3&${name}=${fan.token}&q=x` } });
    }
    expect(lines).toHaveLength(5);
    expect(lines.join('')).not.toContain(fan.token);
    expect(lines.every((line) => line.includes('limit=3') && line.includes('q=x'))).toBe(true);
  });
});

describe('specification 5: tags and comments are removed from stored text', () => {
  const written = 'I <3 <b onclick="x()">clay</b><!-- hidden --><script>alert(1)</script> & a < b';
  const kept = 'I <3 clay & a < b';

  it('in names, posts, comments, messages and tips', async () => {
    const creator = await buildPerformer(app);
    const payer = await buildUser(app, { wallet: cents(2_000) });
    await buildSubscription(app, { userId: payer.id, performerId: creator.id });
    const as = creator.token;
    const post = await app.call('createFeed', { as, body: { type: 'text', title: written, text: written } });
    const { data: feed } = await app.call('getFeed', { as, params: { id: post.data._id } });
    expect([feed.title, feed.text]).toEqual([kept, kept]);
    const profile = { bio: written, firstName: written };
    const { data: me } = await app.call('updatePerformer', { as, params: { id: creator.id }, body: profile });
    expect([me.bio, me.firstName]).toEqual([kept, kept]);
    const comment = { objectId: feed._id, objectType: 'feed', content: written };
    expect((await app.call('createComment', { as: payer.token, body: comment })).data.content).toBe(kept);
    const opened = await app.call('createConversation', {
      as: payer.token,
      body: { source: 'performer', sourceId: creator.id },
    });
    const sent = await app.call('sendMessage', {
      as: payer.token,
      params: { id: opened.data._id },
      body: { text: written, type: 'text' },
    });
    expect(sent.data.text).toBe(kept);
    const empty = await app.call('createComment', { as: payer.token, body: { ...comment, content: '<p> </p>' } });
    expect(empty.status).toBe(400);
  });
});
