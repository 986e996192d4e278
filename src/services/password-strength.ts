import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import {
  describeWeakPassword,
  listOwnWords,
  MAX_ESTIMATED_CHARACTERS,
  MAX_ESTIMATED_SUBSTITUTIONS,
  MIN_PASSWORD_SCORE,
  passwordStrengths,
} from '@contract/base/password-rules';

export interface PasswordStrength {
  /** One word, such as "Weak". */
  label: string;
  /** Why it is rejected and what helps; null if it is strong enough. */
  problem: string | null;
}

let loaded: Promise<ZxcvbnFactory> | undefined;

/** Loads word lists of about 250 KB. */
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

/** Rates like our API. @param own names of the account. @returns null if the word lists do not load: only the API checks */
export async function estimatePassword(password: string, own: readonly string[]): Promise<PasswordStrength | null> {
  loaded ??= load();
  try {
    const { score, feedback } = (await loaded).check(password, listOwnWords(own));
    return {
      label: passwordStrengths[score],
      problem: score < MIN_PASSWORD_SCORE ? describeWeakPassword(feedback.warning) : null,
    };
  } catch {
    loaded = undefined;
    return null;
  }
}
