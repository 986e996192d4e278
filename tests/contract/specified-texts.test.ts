import { buildUser, PASSWORD } from '../factories/user';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { textsOfApi } from './specified-texts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

const logIn = async (username: string | null, password: string) =>
  (await app.call('login', { body: { username, password } })).body.message;
const place = async () => (await app.call('locatePoint', { query: { latitude: 1, longitude: 1 } })).data;

const producers: Record<keyof typeof textsOfApi, () => Promise<unknown>> = {
  'a log-in with a wrong password': async () => logIn((await buildUser(app)).account.username, 'wrong'),
  'a log-in of nobody': () => logIn('nobody', PASSWORD),
  async 'a call that breaks'() {
    const broken = vi.spyOn(app.services.settings, 'read').mockRejectedValue(new Error('the database is gone'));
    const { status, body } = await app.call('getSettings');
    broken.mockRestore();
    expect(status).toBe(500);
    return body.message;
  },
  'a place without a street': async () => (await place())?.line1,
  'a place without a city or region': async () => [(await place())?.city, (await place())?.region].join(' '),
  'a place without a postal code': async () => (await place())?.postalCode,
  'a place without a country': async () => (await place())?.country,
};

it.each(Object.entries(textsOfApi))('%s returns: %s', async (when, text) => {
  expect(await producers[when as keyof typeof producers]()).toBe(text);
});

it('a geolocation failure is logged, and the response is null', async () => {
  const warned = vi.spyOn(app.context.log, 'warn');
  app.context.gateways.geo.locatePoint = () => Promise.reject(new Error('the service answered 500'));
  const { status, data } = await app.call('locatePoint', { query: { latitude: 1, longitude: 1 } });
  expect([status, data]).toEqual([200, null]);
  expect(warned).toHaveBeenCalledWith({ err: expect.any(Error) }, 'geolocation failed');
});
