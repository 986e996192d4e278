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
  /** In a word. */
  label: string;
  /** Why it is refused and what helps; null for one that is good enough. */
  problem: string | null;
}

let loaded: Promise<ZxcvbnFactory> | undefined;

/** Some 250 KB, fetched once somebody types a new password. */
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
 * Estimates how easy a new password is to guess, as our API does.
 *
 * @param own what the account is called.
 * @returns null when the lists cannot be loaded: the API decides then.
 */
export async function estimatePassword(password: string, own: readonly string[]): Promise<PasswordStrength | null> {
  loaded ??= load();
  try {
    const { score, feedback } = (await loaded).check(password, listOwnWords(own));
    return {
      label: passwordStrengths[score],
      problem: score < MIN_PASSWORD_SCORE ? describeWeakPassword(feedback.warning) : null,
    };
  } catch {
    // A chunk that did not arrive may do so the next time.
    loaded = undefined;
    return null;
  }
}
