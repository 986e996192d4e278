/**
 * What a new password must be, on our API: `limits.newPasswordMin` characters and this score of @zxcvbn-ts, 0 to 4. Both
 * halves estimate by the same lists, so that they never disagree.
 */
export const MIN_PASSWORD_SCORE = 2;

/** Characters that are estimated: the time grows with their square, and this many that score too little stay weak. */
export const MAX_ESTIMATED_CHARACTERS = 32;
/** Spellings of signs for letters that are tried. */
export const MAX_ESTIMATED_SUBSTITUTIONS = 16;

/** The estimate's warnings, by the library's keys. */
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

/** Says why a password is weak and what helps. @param warning key of the library; null when it names none */
export function describeWeakPassword(warning: string | null): string {
  return `${(warning && warnings[warning]) || 'This password is easy to guess.'} Add a word or two that don’t belong together.`;
}

/** How strong, in a word, by score. */
export const passwordStrengths = ['Very weak', 'Weak', 'Good', 'Strong', 'Very strong'] as const;

/** What a password may not be made of: the account's own words. */
export function listOwnWords(own: readonly (string | null | undefined)[]): string[] {
  return own.flatMap((word) => (word ? [word, ...word.split(/[@.\s_-]+/)] : [])).filter((word) => word.length > 2);
}
