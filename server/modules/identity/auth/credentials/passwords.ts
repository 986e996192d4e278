import { randomUUID } from 'node:crypto';
import { type Algorithm, hash, parseOptions, verify } from '@node-rs/argon2';
import { AppError } from '../../../../errors';
import { createFairTurns } from '../../../../lib/fair-turns';
import { createRunningCounts } from '../../../../lib/counters';

/** Argon2id with 19 MiB and two passes: OWASP's recommendation for servers that also do other work. Promises I-9. */
const policy = {
  algorithm: 2 satisfies Algorithm.Argon2id as Algorithm,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/**
 * Hashes at a time, in this process. They run on the threads that files are read and written with, of which there are four: a
 * flood of log-ins must leave some of them to uploads and pictures.
 */
const MAX_CONCURRENT = 2;
/** Waiting hashes, fewer than a call has time for; later callers get an error. */
const MAX_WAITING = 500;
/** About two seconds of them. With more in line, one caller has a few at most. */
const BUSY = 60;
const MAX_WAITING_WHILE_BUSY = 5;

const turns = createFairTurns({ max: MAX_CONCURRENT });
const waiting = createRunningCounts();
const ALL = 'all';

/**
 * Callers take turns, so that during a flood from a hundred networks others wait for one hash at most.
 *
 * @throws AppError UNAVAILABLE when too many wait
 */
async function takeTurn<T>(caller: string, work: () => Promise<T>): Promise<T> {
  const inLine = waiting.getCount(ALL);
  if (inLine >= MAX_WAITING || (inLine >= BUSY && waiting.getCount(caller) >= MAX_WAITING_WHILE_BUSY)) {
    const message = 'Too many people are logging in right now. Please try again in a moment.';
    throw new AppError('UNAVAILABLE', { message });
  }
  const leave = [waiting.enter(ALL), waiting.enter(caller)];
  try {
    return await turns.run({ key: caller }, work);
  } finally {
    for (const one of leave) one();
  }
}

/** Hashes what the client sent, be it the password or a digest of it. @throws AppError UNAVAILABLE when too many do */
export const hashPassword = (password: string): Promise<string> => takeTurn(randomUUID(), () => hash(password, policy));

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Takes as long for an account without one, or without an account at all, so that the time of a
 * reply does not reveal which accounts exist. Promises I-7.
 *
 * @param caller the network or account.
 * @throws AppError UNAVAILABLE when too many passwords wait to be checked
 */
export async function verifyPassword(
  stored: string | null | undefined,
  password: string,
  caller: string,
): Promise<boolean> {
  decoy ??= hash('an account that does not exist', policy);
  const known = stored ?? (await decoy);
  const matches = await takeTurn(caller, () => verify(known, password));
  return matches && typeof stored === 'string';
}

/** True when the hash was made under an older policy, and should be made again now that the password is at hand. */
export function needsRehash(stored: string): boolean {
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(stored);
  const made = { algorithm, memoryCost, timeCost, parallelism };
  return Object.entries(policy).some(([key, value]) => made[key as keyof typeof policy] !== value);
}
