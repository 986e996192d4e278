import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { EndpointData } from '@contract/schemas';

type Puzzle = EndpointData<'createCaptchaChallenge'>;

/**
 * Works on a proof-of-work puzzle of the API: a second of a laptop, some of an old phone.
 *
 * @returns the token that proves it, as the wire has it (reference-schemas.ts).
 * @throws Error when it cannot be solved in time. Browsers do such sums on https pages and on localhost only.
 */
export async function solvePuzzle(challenge: Puzzle): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The puzzle was not solved in time.');
  return btoa(JSON.stringify({ challenge, solution }));
}
