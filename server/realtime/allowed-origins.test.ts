import { createOriginCheck } from './allowed-origins';

describe('createOriginCheck', () => {
  const isAllowed = createOriginCheck(['https://fans.example', 'http://localhost:3000/', 'not an address']);

  it.each(['https://fans.example', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', undefined])(
    'accepts %s',
    (origin) => expect(isAllowed(origin)).toBe(true),
  );

  it.each([
    'http://fans.example',
    'https://fans.example:8443',
    'https://fans.example.evil.test',
    'https://evil.test',
    'http://localhost:3001',
    'http://localhost.evil.test:3000',
    'null',
    '',
    'not an address',
  ])('rejects %s', (origin) => expect(isAllowed(origin)).toBe(false));
});
