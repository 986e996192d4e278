import { createHash, randomBytes } from 'node:crypto';
import { createKeyedHash } from '../two-factor/secret-box';

/** A new secret of 256 random bits, safe in addresses and headers. */
export const newToken = () => randomBytes(32).toString('base64url');

const SIGNATURE_LENGTH = 8;

/**
 * Tokens of sessions end in a signature that only this site can make, so that made-up tokens are recognized without a query. A
 * valid signature alone does not log in; the session has to exist.
 */
export function createSessionTokens(secret: string) {
  const hash = createKeyedHash(secret, 'session tokens');
  const sign = (body: string) => hash(body).slice(0, SIGNATURE_LENGTH);
  return {
    issue(): string {
      const body = newToken();
      return body + sign(body);
    },
    isIssued: (token: string): boolean => token.slice(-SIGNATURE_LENGTH) === sign(token.slice(0, -SIGNATURE_LENGTH)),
  };
}

/** The stored form of a token. Tokens are too random to be guessed from a plain hash. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');
