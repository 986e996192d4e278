import { limits } from '@contract/base/limits';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  fan = await buildUser(app);
});
afterAll(() => app.close());

const lisbon = {
  name: 'Ana Prado',
  country: 'Portugal',
  city: 'Lisboa',
  streetAddress: 'Rua das Flores',
  streetNumber: '12',
  zipCode: '1200-192',
};
const create = (body: object = {}, as = fan.token) => {
  app.clock.advance({ seconds: 1 });
  return app.call('createAddress', { as, body: { ...lisbon, ...body } });
};
const list = async (as = fan.token) => (await app.call('listAddresses', { as })).data;

describe('POST /addresses/create', () => {
  it('stores an address, and makes the first one the default', async () => {
    const { status, data } = await create({ note: 'Ring twice', state: '', ward: 'null' });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      source: 'user',
      sourceId: fan.id,
      country: 'Portugal',
      countryCode: 'PT',
      city: 'Lisboa',
      state: '',
      zipCode: '1200-192',
      description: 'Ring twice',
      isDefault: true,
    });
    expect((await create()).data.isDefault).toBe(false);
  });

  it('accepts a country’s name or code, and addresses of creators too', async () => {
    expect((await create({ country: 'pt' })).data.country).toBe('Portugal');
    const creator = await buildPerformer(app);
    expect((await create({}, creator.token)).data).toMatchObject({ source: 'performer', sourceId: creator.id });
  });

  it.each([
    ['country: is not a country', { country: 'Atlantis' }],
    ['city: City is needed', { city: '' }],
    ['zipCode: Postal code is needed', { zipCode: undefined }],
    ['zipCode: Postal code is not right; one looks like 2725-079', { zipCode: '1200' }],
    ['state: State is needed', { country: 'US', zipCode: '94103', city: 'San Francisco' }],
    ['zipCode: ZIP code is needed', { country: 'US', zipCode: '', state: 'California' }],
    ['zipCode: PIN code is not right; one looks like 110034', { country: 'IN', state: 'Goa', zipCode: 'x' }],
  ])('rejects with “%s”', async (message, change) => {
    const { body } = await create(change);
    expect(body).toEqual({ statusCode: 400, message: [message], error: 'Bad Request' });
  });

  it('requires only the fields that a country uses', async () => {
    expect((await create({ country: 'AE', city: '', zipCode: '', state: 'Dubai' })).status).toBe(200);
    expect((await create({ country: 'SG', city: '', zipCode: '546080' })).status).toBe(200);
    expect((await create({ country: 'GB', city: 'London', zipCode: 'sw1a 1aa' })).data.zipCode).toBe('SW1A 1AA');
  });

  it('rejects an address above the limit, even with concurrent requests', async () => {
    for (let index = 1; index < limits.addresses; index++) await create();
    const replies = await Promise.all([create(), create(), create({ isDefault: true })]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    expect(replies.find(({ status }) => status === 422)?.body).toMatchObject({ error: 'TOO_MANY_ADDRESSES' });
    expect((await list()).total).toBe(limits.addresses);
  });
});

describe('the default address', () => {
  it('is the one last chosen or, after its deletion, the newest', async () => {
    const first = (await create({ name: 'First' })).data;
    const second = (await create({ name: 'Second', isDefault: 'true' })).data;
    const third = (await create({ name: 'Third' })).data;
    const names = async () => (await list()).data.map(({ name, isDefault }) => `${name}${isDefault ? '*' : ''}`);
    expect(await names()).toEqual(['Second*', 'Third', 'First']);
    const update = (id: string, body: object) =>
      app.call('updateAddress', { as: fan.token, params: { id }, body: { ...lisbon, ...body } });
    await update(first._id, { name: 'First', isDefault: true });
    expect(await names()).toEqual(['First*', 'Third', 'Second']);
    await update(first._id, { name: 'First', isDefault: false });
    expect(await names()).toEqual(['First*', 'Third', 'Second']);
    for (const id of [first._id, second._id]) await app.call('deleteAddress', { as: fan.token, params: { id } });
    expect(await names()).toEqual(['Third*']);
    await app.call('deleteAddress', { as: fan.token, params: { id: third._id } });
    expect(await list()).toEqual({ data: [], total: 0 });
  });
});

describe('PUT /addresses/:id', () => {
  it('replaces an address, sent as JSON, as a form, or to the alternative paths', async () => {
    const { _id: id } = (await create()).data;
    const body = { ...lisbon, city: 'Sintra' };
    expect((await app.call('updateAddress', { as: fan.token, params: { id }, body })).data).toBe(true);
    expect((await list()).data[0]).toMatchObject({ city: 'Sintra' });
    const form = { ...lisbon, city: 'Porto', district: 'null', isDefault: 'true' };
    expect((await app.call('updateAddress', { as: fan.token, params: { id }, body: form, files: {} })).data).toBe(true);
    expect((await list()).data[0]).toMatchObject({ city: 'Porto', isDefault: true });
    for (const [method, url] of [
      ['POST', `/addresses/${id}`],
      ['PUT', `/addresses/${id}/update`],
    ] as const) {
      const reply = await app.http.inject({ method, url, headers: { authorization: fan.token }, payload: lisbon });
      expect(reply.json()).toEqual({ status: 0, data: true });
    }
    expect((await list()).data[0]).toMatchObject({ city: 'Lisboa' });
  });

  it('rejects values that are invalid in that country', async () => {
    const { _id: id } = (await create()).data;
    const body = { ...lisbon, zipCode: '' };
    expect((await app.call('updateAddress', { as: fan.token, params: { id }, body })).status).toBe(400);
  });
});

describe('another account’s address', () => {
  it('is forbidden, unlike an unknown one, which is not found', async () => {
    const { _id: id } = (await create()).data;
    const other = await buildUser(app);
    const unknown = await app.call('deleteAddress', { as: other.token, params: { id: 'f'.repeat(24) } });
    expect(unknown.body).toMatchObject({ statusCode: 404, error: 'ENTITY_NOT_FOUND' });
    const refused = { statusCode: 403, error: 'FORBIDDEN' };
    expect((await app.call('deleteAddress', { as: other.token, params: { id } })).body).toMatchObject(refused);
    const update = await app.call('updateAddress', { as: other.token, params: { id }, body: lisbon });
    expect(update.body).toMatchObject(refused);
    expect((await list(other.token)).total).toBe(0);
    expect(await app.services.address.findWritten(other.id, id)).toBeNull();
    expect((await list()).total).toBe(1);
  });
});

describe('GET /addresses/forms/:country', () => {
  const read = (country: string) => app.call('getAddressForm', { params: { country } });

  it('returns a country’s fields with labels, and which are required', async () => {
    const { data } = await read('us');
    expect(data).toMatchObject({ country: 'US', name: 'United States' });
    expect(data.fields.map(({ name, label, isRequired }) => [name, label, isRequired])).toEqual([
      ['streetAddress', 'Street address', true],
      ['city', 'City', true],
      ['state', 'State', true],
      ['zipCode', 'ZIP code', true],
    ]);
    expect(data.fields[2]?.options).toContain('California');
    expect('94103').toMatch(new RegExp(`^(?:${data.fields[3]?.pattern})$`));
    expect((await read('JP')).data.fields.map(({ label }) => label)).toEqual([
      'Postal code',
      'Prefecture',
      'Street address',
    ]);
    expect((await read('ZZ')).status).toBe(404);
  });

  it('returns a form for every country, and its examples match its patterns', async () => {
    for (const { code } of (await app.call('listCountries')).data) {
      const { fields } = (await read(code)).data;
      expect(fields.map(({ name }) => name)).toContain('streetAddress');
      for (const { pattern, examples } of fields) {
        for (const example of examples ?? []) expect(example).toMatch(new RegExp(`^(?:${pattern})$`));
      }
    }
  });
});

describe('an address written on one line', () => {
  const write = async (body: object) => {
    const { _id } = (await create(body)).data;
    return (await app.services.address.findWritten(fan.id, _id))?.text;
  };

  it('follows the order of its country and contains every field', async () => {
    expect(await write({})).toBe('Ana Prado, Rua das Flores 12, 1200-192 Lisboa, Portugal');
    expect(
      await write({
        country: 'US',
        city: 'Austin',
        state: 'Texas',
        zipCode: '78701',
        streetAddress: '4 Main St',
        streetNumber: '',
      }),
    ).toBe('Ana Prado, 4 Main St, Austin, Texas 78701, United States');
    expect(await write({ country: 'AE', city: 'Dubai', state: 'Dubai', zipCode: '', ward: 'Marina' })).toBe(
      'Ana Prado, Rua das Flores 12, Marina, Dubai, Dubai, United Arab Emirates',
    );
  });
});
