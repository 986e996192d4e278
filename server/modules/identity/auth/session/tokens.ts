import { createHash, randomBytes } from 'node:crypto';
import { createKeyedHash } from '../two-factor/secret-box';

/** A new secret of 256 random bits, safe in addresses and headers. */
export const newToken = () => randomBytes(32).toString('base64url');

const SEAL_LENGTH = 8;

/**
 * Tokens of sessions end in a seal that only this site can make: what was made up is told from what was issued without asking
 * the database. Nobody gets in by a seal; a session has to be there as well.
 */
export function createSessionTokens(secret: string) {
  const hash = createKeyedHash(secret, 'session tokens');
  const sealOf = (body: string) => hash(body).slice(0, SEAL_LENGTH);
  return {
    issue(): string {
      const body = newToken();
      return body + sealOf(body);
    },
    isIssued: (token: string): boolean => token.slice(-SEAL_LENGTH) === sealOf(token.slice(0, -SEAL_LENGTH)),
  };
}

/** What is stored of a token. A token is random enough for a plain hash; nothing can be tried out against it. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');
