import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

const british = { 'x-forwarded-for': '81.2.69.142' };
const point = { latitude: 38.7, longitude: -9.1 };
const unknown = {
  line1: 'IP Geolocation - Approximate',
  city: 'Unknown',
  region: 'Unknown',
  postalCode: '00000',
  country: 'US',
};

describe('without services', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp();
  });
  afterAll(() => app.close());

  it('GET /geo/ip returns the country of the address, and otherwise the specification’s defaults', async () => {
    expect((await app.call('locateCaller')).data).toEqual(unknown);
    expect((await app.call('locateCaller', { headers: british })).data).toEqual({ ...unknown, country: 'GB' });
  });

  it('GET /geo/reverse returns the same', async () => {
    expect((await app.call('locatePoint', { query: point })).data).toEqual(unknown);
    expect((await app.call('locatePoint', { query: { latitude: 91, longitude: 0 } })).status).toBe(400);
    expect((await app.call('locatePoint')).status).toBe(400);
  });
});

describe('with services', () => {
  let service: Server;
  let app: TestApp;
  let asked: string[];
  let reply: { status: number; body: unknown };
  beforeEach(() => {
    asked = [];
  });
  beforeAll(async () => {
    service = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    app = await buildTestApp({
      GEO_IP_URL: `${base}/ip/{ip}?key=k`,
      GEO_REVERSE_URL: `${base}/reverse?lat={latitude}&lon={longitude}`,
      LOG_LEVEL: 'silent',
    });
  });
  afterAll(async () => {
    await app.close();
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
  });

  it('reads flat and nested responses', async () => {
    reply = {
      status: 200,
      body: {
        status: 'success',
        countryCode: 'pt',
        country: 'Portugal',
        regionName: 'Lisboa',
        city: 'Lisboa',
        zip: '1100',
      },
    };
    expect((await app.call('locateCaller', { headers: british })).data).toEqual({
      line1: 'IP Geolocation - Approximate',
      city: 'Lisboa',
      region: 'Lisboa',
      postalCode: '1100',
      country: 'PT',
    });
    expect(asked).toContain('/ip/81.2.69.142?key=k');
    reply = {
      status: 200,
      body: { address: { road: 'Rua Augusta', town: 'Lisboa', country: 'Portugal', country_code: 'pt' } },
    };
    expect((await app.call('locatePoint', { query: point })).data).toEqual({
      ...unknown,
      line1: 'Rua Augusta',
      city: 'Lisboa',
      country: 'PT',
    });
    expect(asked.at(-1)).toBe('/reverse?lat=38.7&lon=-9.1');
  });

  it.each([
    [500, {}],
    [200, { status: 'fail', message: 'private range' }],
    [200, 'text'],
  ])('returns null if they respond with %s %j', async (status, body) => {
    reply = { status, body };
    expect((await app.call('locateCaller', { headers: british })).body).toMatchObject({ status: 0, data: null });
    expect((await app.call('locatePoint', { query: point })).body).toMatchObject({ status: 0, data: null });
  });

  const findCountryByIp = async (ip: string) =>
    (await app.call('checkCountryBlock', { headers: { 'x-forwarded-for': ip } })).data.country;

  it.each([
    [160, 200, { status: 'fail', message: 'reserved range' }],
    [162, 200, { error: 'Unable to geocode' }],
    [164, 404, {}],
  ])('uses the table if the service knows no place (%s: %s %j), and goes on asking it', async (last, status, body) => {
    const reported = app.failures.length;
    reply = { status, body };
    expect([await findCountryByIp(`81.2.69.${last}`), await findCountryByIp(`81.2.69.${last}`)]).toEqual(['GB', 'GB']);
    expect(asked).toHaveLength(1);
    reply = { status: 200, body: { countryCode: 'FR' } };
    expect(await findCountryByIp(`81.2.69.${last + 1}`)).toBe('FR');
    expect(app.failures).toHaveLength(reported);
  });

  it('sends one request per IPv6 network, even with concurrent callers', async () => {
    reply = { status: 200, body: { countryCode: 'NL' } };
    const inNetwork = (index: number) => `2001:db8:7:1:${index.toString(16)}::1`;
    const all = await Promise.all(Array.from({ length: 20 }, (_, index) => findCountryByIp(inNetwork(index))));
    expect([...all, await findCountryByIp(inNetwork(99))]).toEqual(Array.from({ length: 21 }, () => 'NL'));
    expect(asked).toHaveLength(1);
    reply = { status: 200, body: { countryCode: 'BE' } };
    expect(await findCountryByIp('2001:db8:7:2::1')).toBe('BE');
  });

  it('asks the service once per day and address, but uses the table while it fails', async () => {
    reply = { status: 200, body: { countryCode: 'FR' } };
    expect([await findCountryByIp('81.2.69.150'), await findCountryByIp('81.2.69.150')]).toEqual(['FR', 'FR']);
    expect(asked).toHaveLength(1);
    expect(await findCountryByIp('10.0.0.4')).toBeNull();
    reply = { status: 500, body: {} };
    expect([await findCountryByIp('81.2.69.151'), await findCountryByIp('81.2.69.152')]).toEqual(['GB', 'GB']);
    expect(asked).toHaveLength(2);
  });
});
