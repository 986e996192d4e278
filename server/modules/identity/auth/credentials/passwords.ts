import { type Algorithm, hash, parseOptions, verify } from '@node-rs/argon2';
import { createFairTurns } from '../../../../lib/fair-turns';

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
/** Of one caller, done and waiting: about two seconds of them. */
const MAX_IN_LINE = 60;
/** Fewer than a call has: nobody waits for the answer after that. */
const MAX_WAIT_MS = 20_000;

/** The turn that a hash takes. */
export interface HashTurn {
  /** The account, or the widest network of a stranger. */
  key: string;
  /** Neither signed in nor at a known device of the account: all others go first. */
  isStranger?: boolean;
}

// Callers with much in line or lately leave a place to others.
const turns = createFairTurns({ max: MAX_CONCURRENT, maxBusy: MAX_CONCURRENT - 1, maxInLine: MAX_IN_LINE });
const takeTurn = <T>({ key, isStranger }: HashTurn, work: () => Promise<T>): Promise<T> =>
  turns.run({ key, rank: isStranger ? 1 : 0, maxWaitMs: MAX_WAIT_MS }, work);

/** Hashes what the client sent, be it the password or a digest of it. @throws TurnTooLate when too many do */
export const hashPassword = (password: string, turn: HashTurn): Promise<string> =>
  takeTurn(turn, () => hash(password, policy));

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Takes as long for an account without one, or without an account at all, so that the time of a
 * reply does not reveal which accounts exist. Promises I-7.
 *
 * @throws TurnTooLate when too many passwords wait to be checked
 */
export async function verifyPassword(
  stored: string | null | undefined,
  password: string,
  turn: HashTurn,
): Promise<boolean> {
  decoy ??= hash('an account that does not exist', policy);
  const known = stored ?? (await decoy);
  const matches = await takeTurn(turn, () => verify(known, password));
  return matches && typeof stored === 'string';
}

/** True when the hash was made under an older policy, and should be made again now that the password is at hand. */
export function needsRehash(stored: string): boolean {
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(stored);
  const made = { algorithm, memoryCost, timeCost, parallelism };
  return Object.entries(policy).some(([key, value]) => made[key as keyof typeof policy] !== value);
}
