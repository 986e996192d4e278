/** Where an account keeps whom it is linked to: the company's id of them, and what its owner knows it by. */
export const linkColumns = {
  google: { id: 'googleId', label: 'googleLabel', words: 'your Google account' },
  twitter: { id: 'twitterId', label: 'twitterLabel', words: 'your Twitter account' },
} as const;
