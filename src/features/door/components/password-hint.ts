export const passwordHint = 'At least 6 characters. A few words in a row are best.';
