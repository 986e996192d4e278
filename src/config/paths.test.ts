import { paths, toSafeReturnPath } from './paths';

describe('toSafeReturnPath', () => {
  it.each(['/home', '/post/7?x=1#c', '/ada'])('accepts %s', (path) => {
    expect(toSafeReturnPath(path)).toBe(path);
  });

  it.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    '/\t/evil.test',
    '/auth/login',
    '',
    undefined,
    ['/home', '/x'],
  ])('rejects %j', (path) => {
    expect(toSafeReturnPath(path)).toBeUndefined();
  });
});

describe('paths', () => {
  it('escapes values in a URL', () => {
    expect(paths.profile('a/b')).toBe('/a%2Fb');
    expect(paths.search('a&b')).toBe('/search?q=a%26b');
    expect(paths.messageTo('performer', '1&x=2')).toBe('/messages?toSource=performer&toId=1%26x%3D2');
  });
});
