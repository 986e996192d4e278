export const passwordHint = 'At least 6 characters. Several words in a row work best.';
