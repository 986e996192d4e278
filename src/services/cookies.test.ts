import { readCookieHeader, readToken, removeToken, saveToken } from './cookies';

afterEach(removeToken);

describe('auth cookie', () => {
  it.each([
    [true, 365],
    [false, 1],
  ])('with remember %s, lives %i days and is SameSite=Lax', (remember, days) => {
    const written = vi.spyOn(document, 'cookie', 'set');
    saveToken('abc', remember);
    const cookie = written.mock.calls[0]?.[0] ?? '';
    const expires = new Date(/expires=([^;]+)/.exec(cookie)?.[1] ?? '').getTime();
    expect(Math.round((expires - Date.now()) / 86_400_000)).toBe(days);
    expect(cookie).toMatch(/path=\//);
    expect(cookie).toMatch(/sameSite=lax/i);
  });

  it('can be read until it is removed', () => {
    saveToken('abc', true);
    expect(readToken()).toBe('abc');
    removeToken();
    expect(readToken()).toBeUndefined();
  });
});

describe('readCookieHeader', () => {
  it.each([
    ['a=1; token=abc', 'abc'],
    ['token=a%3Db=c', 'a=b=c'],
    ['xtoken=no; token=yes', 'yes'],
    ['token=', undefined],
    ['other=1', undefined],
    [undefined, undefined],
  ])('returns the token of %s', (header, value) => {
    expect(readCookieHeader(header, 'token')).toBe(value);
  });

  it('ignores a cookie with invalid encoding', () => {
    expect(readCookieHeader('token=%E0%A4%A', 'token')).toBeUndefined();
  });

  it.each(['%E4%B8%AD', 'a%0Ab', 'a%00', 'a%20b', ''])(
    'ignores the token %j, which cannot be sent as a header',
    (value) => {
      expect(readCookieHeader(`token=${value}`, 'token')).toBeUndefined();
    },
  );
});
