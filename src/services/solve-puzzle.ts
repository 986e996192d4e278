import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { EndpointData } from '@contract/schemas';

type Puzzle = EndpointData<'createCaptchaChallenge'>;

/**
 * Solves a proof-of-work puzzle of the API: about a second on a laptop, several on an old phone.
 * @returns the token that proves it, in the wire format (reference-schemas.ts)
 * @throws Error if it cannot be solved in time. Browsers offer the hash functions only on https pages and localhost.
 */
export async function solvePuzzle(challenge: Puzzle): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The puzzle was not solved in time.');
  return btoa(JSON.stringify({ challenge, solution }));
}
