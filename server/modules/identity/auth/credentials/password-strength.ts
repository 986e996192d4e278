import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import {
  describeWeakPassword,
  listOwnWords,
  MAX_ESTIMATED_CHARACTERS,
  MAX_ESTIMATED_SUBSTITUTIONS,
  MIN_PASSWORD_SCORE,
} from '@contract/base/password-rules';
import { AppError } from '../../../../errors';

let loaded: Promise<ZxcvbnFactory> | undefined;

/** Loaded on first use, because the word lists take 20 MB. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: MAX_ESTIMATED_CHARACTERS,
    l33tMaxSubstitutions: MAX_ESTIMATED_SUBSTITUTIONS,
  });
}

/**
 * A password that was hashed in the browser passes, because the browser checked it.
 * @param own names of the account, which attackers try first
 * @throws AppError PASSWORD_TOO_WEAK with the reason as its message
 */
export async function assertStrongPassword(password: string, own: readonly (string | null | undefined)[]) {
  loaded ??= load();
  const { score, feedback } = (await loaded).check(password, listOwnWords(own));
  if (score < MIN_PASSWORD_SCORE) {
    throw new AppError('PASSWORD_TOO_WEAK', { message: describeWeakPassword(feedback.warning) });
  }
}
