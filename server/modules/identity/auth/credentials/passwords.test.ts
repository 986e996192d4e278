import { hashPassword, verifyPassword } from './passwords';

it('checks a password against its hash only', async () => {
  const stored = await hashPassword('several words in a row');
  expect(await verifyPassword(stored, 'several words in a row', 'me')).toBe(true);
  expect(await verifyPassword(stored, 'other words', 'me')).toBe(false);
  expect(await verifyPassword(null, 'several words in a row', 'me')).toBe(false);
});

it('a flood is told to come back instead of holding the threads that files need, and leaves nothing behind', async () => {
  const guess = (index: number) => verifyPassword(null, 'a guess', `network ${index % 10}`);
  const flood = await Promise.allSettled(Array.from({ length: 200 }, (_, index) => guess(index)));
  const refused = flood.filter((one) => one.status === 'rejected').map(({ reason }) => reason as { code: string });
  expect(refused).toHaveLength(140);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['UNAVAILABLE']));
  expect(await verifyPassword(null, 'afterwards', 'network 1')).toBe(false);
});

it('R-10: a flood from many networks keeps nobody else waiting for long', async () => {
  const done: string[] = [];
  const check = async (caller: string) => {
    await verifyPassword(null, 'a guess', caller);
    done.push(caller);
  };
  const flood = Array.from({ length: 60 }, (_, index) => check(`network ${index % 20}`));
  await Promise.all(flood.slice(0, 20));
  await check('somebody else');
  expect(done.indexOf('somebody else')).toBeLessThan(30);
  await Promise.all(flood);
});
