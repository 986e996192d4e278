import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { EndpointData } from '@contract/schemas';

type Puzzle = EndpointData<'createCaptchaChallenge'>;

/**
 * Takes about a second on a laptop, several on an old phone. @returns the captcha token (reference-schemas.ts)
 * @throws Error if time runs out. Browsers offer the hash functions only on https pages and localhost.
 */
export async function solvePuzzle(challenge: Puzzle): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The puzzle was not solved in time.');
  return btoa(JSON.stringify({ challenge, solution }));
}
