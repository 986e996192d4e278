import { hashPassword, verifyPassword } from './passwords';

it('checks a password against its hash only', async () => {
  const stored = await hashPassword('several words in a row');
  expect(await verifyPassword(stored, 'several words in a row')).toBe(true);
  expect(await verifyPassword(stored, 'other words')).toBe(false);
  expect(await verifyPassword(null, 'several words in a row')).toBe(false);
});

it('a flood is told to come back instead of holding the threads that files need, and leaves nothing behind', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 200 }, () => verifyPassword(null, 'a guess')));
  const refused = flood.filter((one) => one.status === 'rejected').map(({ reason }) => reason as { code: string });
  expect(refused.length).toBeGreaterThan(100);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['UNAVAILABLE']));
  expect(await verifyPassword(null, 'afterwards')).toBe(false);
});
