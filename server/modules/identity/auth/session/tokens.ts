import { createHash, randomBytes } from 'node:crypto';
import { createKeyedHash } from '../../../../lib/secret-box';

/** 256 random bits, in characters that are safe in URLs and headers. */
export const newToken = () => randomBytes(32).toString('base64url');

const SIGNATURE_LENGTH = 8;

/**
 * Tokens are signed so that made-up ones are rejected without a query. A valid signature is not enough to log in: the session
 * must exist.
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

/** An unsalted hash is enough, because tokens have too much entropy to be guessed from it. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');
