import { z } from 'zod';
import { addressSchemas } from '../site/address-schemas';
import { performerSchemas } from '../identity/performer-schemas';
import { authSchemas } from '../identity/auth-schemas';
import { Email, EmailText, HttpUrl, line, text, Username } from './field-schemas';

const update = performerSchemas.updatePerformer.body;

it('describes errors in plain words if a schema has no messages of its own', () => {
  const say = (schema: z.ZodType, value: unknown) =>
    schema.safeParse(value).error?.issues.map(({ message }) => message);
  expect(say(z.number().max(5), 9)).toEqual(['must be at most 5']);
  expect(say(z.string().min(8), 'a')).toEqual(['must be at least 8 characters']);
  expect(say(z.string().min(1), '')).toEqual(['must not be empty']);
  expect(say(z.array(z.string()).max(1), ['a', 'b'])).toEqual(['must hold at most 1']);
  expect(say(HttpUrl, 'example.com')).toEqual(['must be a web address, as https://example.com']);
});

describe('the email schema', () => {
  it.each([
    ['Anna@MÜLLER.example', 'anna@xn--mller-kva.example'],
    ['anna@xn--mller-kva.example', 'anna@xn--mller-kva.example'],
    ['ana@例え。テスト', 'ana@xn--r8jz45g.xn--zckzah'],
  ])('converts the host of %s to ASCII', (typed, stored) => {
    expect(Email.parse(typed)).toBe(stored);
  });

  it.each([
    'anna@müller',
    'anna@mül ler.example',
    'anna@mü/ller.example',
    'ä@',
    '@müller.example',
    'anna@müller.example:80',
  ])('rejects %s', (typed) => {
    expect(Email.safeParse(typed).success).toBe(false);
  });
});

describe('the username schema', () => {
  it.each(['ada.l', 'ada_', 'ada-', '1.a'])('accepts %s', (name) => {
    expect(Username.parse(name)).toBe(name);
  });
  it.each(['ada.', 'ad', '.ada', 'ada lovelace', 'a'.repeat(31)])('rejects %s', (name) => {
    expect(Username.safeParse(name).success).toBe(false);
  });
});

describe('the schema of a performer update', () => {
  it('treats an empty password as absent, because clients always send it', () => {
    expect(update.parse({ password: '', name: '' })).toEqual({ password: undefined, name: undefined });
  });

  it('reads null and empty text as clearing a field and drops unknown fields', () => {
    expect(update.parse({ bio: '', city: null, balance: 5, isFeatured: true })).toEqual({ bio: null, city: null });
  });

  it('rejects a price below 1, and links that are neither http nor https', () => {
    expect(update.safeParse({ monthlyPrice: 0.5 }).success).toBe(false);
    const accepts = (url: string) => update.safeParse({ socialLinks: [{ label: 'x', url }] }).success;
    expect(['http://a.test', 'https://a.test', 'ftp://a.test', 'javascript:alert(1)'].map(accepts)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('the schema of a performer sign-up', () => {
  it('reads the text of a multipart form', () => {
    const form = {
      email: ' Ada@Example.Org ',
      username: 'Ada.L',
      password: 'secret-1',
      gender: 'female',
      country: 'gb',
      languages: 'en',
      monthlyPrice: '9.99',
      isFreeSubscription: 'true',
      dateOfBirth: '1990-12-10',
    };
    expect(authSchemas.registerPerformer.body.parse(form)).toEqual({
      ...form,
      email: 'ada@example.org',
      username: 'ada.l',
      country: 'GB',
      languages: ['en'],
      monthlyPrice: 9.99,
      isFreeSubscription: true,
    });
  });
});

describe('the login schema', () => {
  it('requires an identifier of the account, in any of its fields', () => {
    const { body } = authSchemas.login;
    expect(body.safeParse({ password: 'x' }).success).toBe(false);
    expect(body.parse({ email: ' Ada@Example.Org', password: 'x' }).email).toBe('ada@example.org');
  });
});

describe('the address schema', () => {
  it('reads the field `note` as the description', () => {
    const fields = { name: 'Home', country: 'Chile', state: 'Biobio', city: 'Tome', zipCode: '1' };
    const address = { ...fields, streetNumber: '7', streetAddress: 'Calle Uno', note: 'ring twice' };
    const { note, ...rest } = address;
    expect(addressSchemas.createAddress.body.parse(address)).toEqual({ ...rest, description: note });
  });
});

describe('R-10: rejects a text that is far too long without cleaning it', () => {
  it.each([
    ['an address', EmailText, `a@${'é'.repeat(500_000)} x`],
    ['a name', line(100), `a${'\u0301'.repeat(250_000)}${'\u0316'.repeat(250_000)}`],
    ['a post', text(5_000), '\u2039!--'.repeat(250_000)],
  ])('%s', (_what, schema, written) => {
    const started = performance.now();
    expect(schema.safeParse(written).success).toBe(false);
    expect(performance.now() - started).toBeLessThan(200);
  });
});
