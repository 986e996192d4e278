import { createHash, hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { GoogleGateway } from './identity';
import { asProviderError, readGoogleClaims } from './identity-google';

/** Seconds; Google's own live for an hour. */
const LIFE = 10 * 60;
const AUDIENCE = 'sandbox';

/** Addresses that nobody has: kept for tests and documents. RFC 2606, RFC 6761. */
const reservedDomain = /@(?:[^@]+\.)?(?:test|example|invalid|localhost|example\.(?:com|net|org))$/;

/**
 * Stands for Google on one machine: anybody can be anybody. So that this opens nobody's real account, it vouches only for
 * e-mail addresses that no real person has.
 */
export function createSandboxGoogle(options: { apiUrl: string; secret: string; now(): Date }): GoogleGateway & {
  issue: NonNullable<GoogleGateway['issue']>;
} {
  const pageUrl = `${options.apiUrl}/sandbox/google`;
  const key = new Uint8Array(hkdfSync('sha256', options.secret, '', 'sandbox google', 32));
  return {
    isProduction: false,
    clientId: '',
    pageUrl,

    async verify(idToken) {
      try {
        const { payload } = await jwtVerify(idToken, key, {
          algorithms: ['HS256'],
          issuer: pageUrl,
          audience: AUDIENCE,
          currentDate: options.now(),
        });
        return readGoogleClaims(payload);
      } catch (error) {
        throw asProviderError(error);
      }
    },

    issue({ email, name, nonce }) {
      const address = email.toLowerCase();
      const seconds = Math.floor(options.now().getTime() / 1000);
      const claims = { email: address, email_verified: reservedDomain.test(address), name, ...(nonce && { nonce }) };
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(`sandbox-${createHash('sha256').update(address).digest('hex').slice(0, 24)}`)
        .setIssuer(pageUrl)
        .setAudience(AUDIENCE)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + LIFE)
        .setJti(crypto.randomUUID())
        .sign(key);
    },
  };
}
