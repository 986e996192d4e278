import { readPublicEnv } from './env';

describe('CLIENT_PASSWORD_HASH', () => {
  it.each([
    [undefined, null],
    ['0', null],
    ['md5', 'md5'],
    ['MD5', 'md5'],
    ['sha256', 'sha256'],
    ['1', 'sha256'],
    ['true', 'sha256'],
  ])('%s selects the algorithm %s', (text, algorithm) => {
    vi.stubEnv('CLIENT_PASSWORD_HASH', text);
    expect(readPublicEnv().clientPasswordHash).toBe(algorithm);
  });

  it('throws for an unknown algorithm', () => {
    vi.stubEnv('CLIENT_PASSWORD_HASH', 'md4');
    expect(() => readPublicEnv()).toThrow('CLIENT_PASSWORD_HASH is "md4": use 0, md5 or sha256.');
  });
});
