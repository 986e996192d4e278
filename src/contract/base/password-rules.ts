/**
 * Minimum score of a new password by @zxcvbn-ts, 0 to 4, besides `limits.newPasswordMin`. Server and web app use the same word
 * lists, so that they always agree.
 */
export const MIN_PASSWORD_SCORE = 2;

/** Only these first characters are scored: time grows with the square of the length, and a weak beginning counts as weak. */
export const MAX_ESTIMATED_CHARACTERS = 32;
/** Maximum number of letter substitutions (`@` for `a`) that the estimate tries. */
export const MAX_ESTIMATED_SUBSTITUTIONS = 16;

/** Our texts for the warning keys of @zxcvbn-ts. */
const warnings: Record<string, string> = {
  straightRow: 'Keys next to each other are easy to guess.',
  keyPattern: 'Short keyboard patterns are easy to guess.',
  simpleRepeat: 'Repeated characters are easy to guess.',
  extendedRepeat: 'Repeated patterns are easy to guess.',
  sequences: 'Sequences such as “abc” or “123” are easy to guess.',
  recentYears: 'Recent years are easy to guess.',
  dates: 'Dates are easy to guess.',
  topTen: 'This is one of the most used passwords.',
  topHundred: 'This is one of the most used passwords.',
  common: 'Many people use this password.',
  similarToCommon: 'This is close to a password that many people use.',
  wordByItself: 'A single word is easy to guess.',
  namesByThemselves: 'A name by itself is easy to guess.',
  commonNames: 'Common names are easy to guess.',
  userInputs: 'It contains your name, username or email.',
};

/** @param warning key of the library, or null. @returns why the password is weak, and what helps. */
export function describeWeakPassword(warning: string | null): string {
  return `${(warning && warnings[warning]) || 'This password is easy to guess.'} Add a word or two that don’t belong together.`;
}

/** Indexed by score. */
export const passwordStrengths = ['Very weak', 'Weak', 'Good', 'Strong', 'Very strong'] as const;

/** Words from the account's own data, which make a password easy to guess. */
export function listOwnWords(own: readonly (string | null | undefined)[]): string[] {
  return own.flatMap((word) => (word ? [word, ...word.split(/[@.\s_-]+/)] : [])).filter((word) => word.length > 2);
}
