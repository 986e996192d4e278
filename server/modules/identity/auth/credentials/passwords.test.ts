import { inOpenTransaction } from '../../../../lib/open-transaction';
import { until } from '../../../../../tests/harness/socket-client';
import { TurnTooLate } from '../../../../lib/fair-turns';
import { hashPassword, verifyPassword, type HashTurn } from './passwords';

const me = { key: 'me' };

it('verifyPassword accepts only the password of the hash', async () => {
  const stored = await hashPassword('several words in a row', me);
  expect(await verifyPassword(stored, 'several words in a row', me)).toBe(true);
  expect(await verifyPassword(stored, 'other words', me)).toBe(false);
  expect(await verifyPassword(null, 'several words in a row', me)).toBe(false);
});

it('rejects part of a flood of password checks, instead of occupying the threads that files need, and recovers afterwards', async () => {
  const guess = () => verifyPassword(null, 'a guess', { key: 'network', isStranger: true });
  const flood = await Promise.allSettled(Array.from({ length: 100 }, guess));
  const refused = flood.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown);
  expect(refused).toHaveLength(40);
  expect(refused.every((reason) => reason instanceof TurnTooLate)).toBe(true);
  expect(await guess()).toBe(false);
});

function createHashes() {
  const done: string[] = [];
  const isDone = (key: string) => () => void done.push(key);
  return {
    done,
    check: (turn: HashTurn) => verifyPassword(null, 'a guess', turn).then(isDone(turn.key)),
    make: (turn: HashTurn) => hashPassword('several words', turn).then(isDone(turn.key)),
  };
}

it('R-10: a flood of logins from many networks delays other callers only briefly', async () => {
  const { done, check } = createHashes();
  const flood = Array.from({ length: 60 }, (_, index) => check({ key: `network ${index % 20}`, isStranger: true }));
  await until('a third of the flood is done', () => done.length >= 20);
  await check({ key: 'somebody else', isStranger: true });
  expect(done.indexOf('somebody else')).toBeLessThan(30);
  await Promise.all(flood);
});

it('R-10: owners go before guests from any number of networks, and sign-ups from one network take turns as one caller', async () => {
  const { done, check, make } = createHashes();
  const strangers = Array.from({ length: 20 }, (_, index) => check({ key: `another ${index}`, isStranger: true }));
  const signUps = Array.from({ length: 10 }, () => make({ key: 'sign-ups', isStranger: true }));
  await Promise.all([check({ key: 'an owner' }), ...strangers.slice(0, 1)]);
  expect(done.indexOf('an owner')).toBeLessThan(5);
  await Promise.all([...strangers, ...signUps]);
  // The last guest finished before the sign-ups, except for those that ran at the same time.
  const last = Math.max(...done.flatMap((key, index) => (key.startsWith('another') ? [index] : [])));
  expect(done.slice(0, last).filter((key) => key === 'sign-ups').length).toBeLessThan(6);
});

it('R-10: rejects hashing inside a transaction, which would occupy a connection while it waits', async () => {
  const rethrow = (error: Error) => {
    throw error;
  };
  await expect(inOpenTransaction(rethrow, () => hashPassword('several words', me))).rejects.toThrow(
    'do not use a fair queue',
  );
});
