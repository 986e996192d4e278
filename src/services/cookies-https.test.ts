/**
 * @vitest-environment jsdom
 * @vitest-environment-options {"url": "https://web.test/auth/login"}
 */
import { removeToken, saveToken } from './cookies';
import { saveTwitterFlow, takeTwitterFlow } from './social-login';

function readWritten(save: () => void): Map<string, string[]> {
  const written = vi.spyOn(document, 'cookie', 'set');
  save();
  const rows = written.mock.calls.map(([cookie]) => cookie.split(';').map((part) => part.trim()));
  written.mockRestore();
  return new Map(
    rows.map(([pair = '', ...attributes]) => [pair.split('=')[0] ?? '', attributes.map((one) => one.toLowerCase())]),
  );
}

afterEach(() => {
  removeToken();
  takeTwitterFlow();
});

const trip = { oauthToken: 't', oauthTokenSecret: 's', callbackUrl: 'https://web.test/', role: 'user' } as const;

/** All cookies and their lifetimes in days. Specification 9. */
const matrix: [string, () => void, number][] = [
  ['token', () => saveToken('abc', true), 365],
  ['token', () => saveToken('abc', false), 1],
  ['oauthToken', () => saveTwitterFlow(trip), 1],
  ['oauthTokenSecret', () => saveTwitterFlow(trip), 1],
  ['twCallbackUrl', () => saveTwitterFlow(trip), 1],
  ['role', () => saveTwitterFlow(trip), 1],
];

// The page reads the token cookie to send the token as a header, and the specification names it: it can be neither HttpOnly nor
// called `__Host-…`. Still, all cookies follow the rules of that prefix: https only, the whole site, this host only.
it.each(matrix)('I-10: over https, the cookie %s is only for this host and https', (name, save, days) => {
  const attributes = readWritten(save).get(name) ?? [];
  expect(attributes).toEqual(expect.arrayContaining(['secure', 'path=/', 'samesite=lax']));
  expect(attributes.filter((one) => one.startsWith('domain'))).toEqual([]);
  const expires = attributes.find((one) => one.startsWith('expires='))?.slice('expires='.length) ?? '';
  expect(Math.round((new Date(expires).getTime() - Date.now()) / 86_400_000)).toBe(days);
});

it('I-10: no other cookies exist, and those of a Twitter login are deleted afterwards', () => {
  const names = matrix.flatMap(([, save]) => [...readWritten(save).keys()]);
  expect(new Set(names)).toEqual(new Set(matrix.map(([name]) => name)));
  expect(takeTwitterFlow()).toEqual(trip);
  expect(document.cookie).toBe('token=abc');
});
