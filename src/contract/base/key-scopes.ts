/** Scopes of API keys, in the order of the form. Decisions 8. */
export const keyScopes = [
  'read',
  'content:write',
  'social:write',
  'messages:read',
  'messages:write',
  'money:read',
] as const;

export type KeyScope = (typeof keyScopes)[number];

/** Scanners for leaked secrets find keys by this beginning. */
export const API_KEY_PREFIX = 'csp_';
