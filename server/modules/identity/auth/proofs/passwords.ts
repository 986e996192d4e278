import { type Algorithm, hash, parseOptions, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '../../../../errors';

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
const AT_A_TIME = 2;
/** Hashes that wait for their turn, about two seconds of them; who comes after them is told to try again. */
const MAX_WAITING = 60;

const turns = pLimit(AT_A_TIME);

/** @throws AppError UNAVAILABLE when too many wait */
async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.pendingCount >= MAX_WAITING) {
    const message = 'Too many people are logging in right now. Please try again in a moment.';
    throw new AppError('UNAVAILABLE', { message });
  }
  return turns(work);
}

/** Hashes what the client sent, be it the password or a digest of it. @throws AppError UNAVAILABLE when too many do */
export const hashPassword = (password: string): Promise<string> => takeTurn(() => hash(password, policy));

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Takes as long for an account without one, or without an account at all, so that the time of an
 * answer does not tell which accounts exist. Promises I-7.
 *
 * @throws AppError UNAVAILABLE when too many passwords wait to be checked
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash('an account that does not exist', policy);
  const known = stored ?? (await decoy);
  const matches = await takeTurn(() => verify(known, password));
  return matches && typeof stored === 'string';
}

/** True when the hash was made under an older policy, and should be made again now that the password is at hand. */
export function needsRehash(stored: string): boolean {
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(stored);
  const made = { algorithm, memoryCost, timeCost, parallelism };
  return Object.entries(policy).some(([key, value]) => made[key as keyof typeof policy] !== value);
}
