import { type Algorithm, hash, parseOptions, verify } from '@node-rs/argon2';
import { createFairTurns } from '../../../../lib/fair-turns';

/** Argon2id with 19 MiB and two passes, which OWASP recommends for servers that have other work to do. Promises I-9. */
const policy = {
  algorithm: 2 satisfies Algorithm.Argon2id as Algorithm,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Hashing uses libuv's four threads, which also read and write files, so logins must leave some to uploads. */
const MAX_CONCURRENT = 2;
/** Maximum hashes per key, running and queued: about two seconds of work. */
const MAX_QUEUED_PER_KEY = 60;
/** Shorter than the timeout of a request, after which the client has given up. */
const MAX_WAIT_MS = 20_000;

export interface HashTurn {
  /** The account or, for guests, the widest network. */
  key: string;
  /** True if neither logged in nor on a known device of the account. Everyone else goes first. */
  isStranger?: boolean;
}

// `maxBusy` leaves one slot to others while some keys have much queued or recent work.
const turns = createFairTurns({ max: MAX_CONCURRENT, maxBusy: MAX_CONCURRENT - 1, maxInLine: MAX_QUEUED_PER_KEY });
const takeTurn = <T>({ key, isStranger }: HashTurn, work: () => Promise<T>): Promise<T> =>
  turns.run({ key, rank: isStranger ? 1 : 0, maxWaitMs: MAX_WAIT_MS }, work);

/** Hashes the password, or the digest that the browser sent instead. @throws TurnTooLate if too many hashes wait */
export const hashPassword = (password: string, turn: HashTurn): Promise<string> =>
  takeTurn(turn, () => hash(password, policy));

let decoy: Promise<string> | undefined;

/**
 * Takes as long if there is no stored password, so that response times do not reveal which accounts exist. Promises I-7.
 * @throws TurnTooLate if too many hashes wait
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

/** True if the hash uses an older policy. If so, hash the password again while its plain text is available. */
export function needsRehash(stored: string): boolean {
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(stored);
  const made = { algorithm, memoryCost, timeCost, parallelism };
  return Object.entries(policy).some(([key, value]) => made[key as keyof typeof policy] !== value);
}
