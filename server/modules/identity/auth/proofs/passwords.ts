import { type Algorithm, hash, parseOptions, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB and two passes: OWASP's recommendation for servers that also do other work. Promises I-9. */
const policy = {
  algorithm: 2 satisfies Algorithm.Argon2id as Algorithm,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Hashes what the client sent, be it the password or a digest of it. */
export const hashPassword = (password: string): Promise<string> => hash(password, policy);

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Takes as long for an account without one, or without an account at all, so that the time of an
 * answer does not tell which accounts exist. Promises I-7.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('an account that does not exist');
  const matches = await verify(stored ?? (await decoy), password);
  return matches && typeof stored === 'string';
}

/** True when the hash was made under an older policy, and should be made again now that the password is at hand. */
export function needsRehash(stored: string): boolean {
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(stored);
  const made = { algorithm, memoryCost, timeCost, parallelism };
  return Object.entries(policy).some(([key, value]) => made[key as keyof typeof policy] !== value);
}
