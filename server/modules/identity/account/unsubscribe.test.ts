import { buildUser } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const readMailChoices = async (as: string) => (await app.call('getMe', { as })).data.preferences?.mails;

describe('POST /auth/unsubscribe', () => {
  it.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'List-Unsubscribe=One-Click'],
    ['parts', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
    ['nothing', {}, undefined],
  ])('unsubscribes by one click without a login, if the request’s body is %s', async (_as, headers, payload) => {
    const fan = await buildUser(app);
    const link = app.services.unsubscribe.headers(fan.id)['List-Unsubscribe'] ?? '';
    const url = new URL(link.slice(1, -1));
    expect((await app.http.inject({ url: url.pathname + url.search })).statusCode).toBe(302);
    expect(Object.values((await readMailChoices(fan.token)) ?? {})).toContain(true);
    const reply = await app.http.inject({ method: 'POST', url: url.pathname + url.search, headers, payload });
    expect(reply.statusCode).toBe(200);
    expect(Object.values((await readMailChoices(fan.token)) ?? {})).not.toContain(true);
  });

  it('rejects a forged link, and a signature for another account', async () => {
    const [one, two] = [await buildUser(app), await buildUser(app)];
    const [, signature] = (app.services.unsubscribe.headers(one.id)['List-Unsubscribe'] ?? '')
      .slice(0, -1)
      .split('.')
      .slice(-2);
    for (const token of ['', 'nonsense', one.id, `${two.id}.${signature}`]) {
      const reply = await app.http.inject({ method: 'POST', url: `/auth/unsubscribe?token=${token}` });
      expect(reply.statusCode).toBe(422);
    }
    expect(Object.values((await readMailChoices(two.token)) ?? {})).toContain(true);
  });
});
