import { createHash, randomBytes } from 'node:crypto';

/** A new secret of 256 random bits, safe in addresses and headers. */
export const newToken = () => randomBytes(32).toString('base64url');

/** What is stored of a token. A token is random enough for a plain hash; nothing can be tried out against it. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');
