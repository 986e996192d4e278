import { getMessage } from '../lib/error';
import { createHash, hkdfSync } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify, SignJWT, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { AppError } from '../errors';
import type { GoogleGateway, GoogleIdentity } from './oauth-provider';

/** Google's public keys and both spellings of its issuer. Google's documents on OpenID Connect. */
const KEYS_URL = 'https://www.googleapis.com/oauth2/v3/certs';
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
/** Clock skew in seconds. */
const TOLERANCE = 30;

const Claims = z.object({
  sub: z.string().min(1).max(200),
  email: z.string().max(254).toLowerCase().optional(),
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).optional(),
  name: z.string().max(200).optional(),
  exp: z.number(),
});

/**
 * Accepts id tokens that Google signed for this site and that have not expired.
 *
 * @param options.keys Google's keys by default, fetched and cached; tests pass their own.
 */
export function createGoogle(options: { clientId: string; now(): Date; keys?: JWTVerifyGetKey }): GoogleGateway {
  const keys = options.keys ?? createRemoteJWKSet(new URL(KEYS_URL));
  return {
    isProduction: true,
    clientId: options.clientId,
    pageUrl: '',
    verify: (idToken) =>
      readVerified(
        jwtVerify(idToken, keys, {
          algorithms: ['RS256'],
          issuer: ISSUERS,
          audience: options.clientId,
          currentDate: options.now(),
          clockTolerance: TOLERANCE,
        }),
      ),
  };
}

/** @throws AppError PROVIDER_REFUSED, PROVIDER_UNREACHABLE */
async function readVerified(verified: Promise<{ payload: JWTPayload }>): Promise<GoogleIdentity> {
  try {
    return readClaims((await verified).payload);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // An invalid token is the client's fault; failing to fetch Google's keys is not.
    const isOurs = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
    const details = getMessage(error);
    throw new AppError(isOurs ? 'PROVIDER_REFUSED' : 'PROVIDER_UNREACHABLE', { details });
  }
}

/** @throws AppError PROVIDER_REFUSED if claims are missing. */
function readClaims(payload: JWTPayload): GoogleIdentity {
  const claims = Claims.safeParse(payload);
  if (!claims.success) throw new AppError('PROVIDER_REFUSED', { details: 'claims are missing' });
  const { sub, email, email_verified: emailVerified, name, exp } = claims.data;
  return {
    subject: sub,
    label: email ?? name ?? 'Google',
    name: name ?? email?.split('@')[0] ?? '',
    email,
    emailVerified: email !== undefined && emailVerified === true,
    expiresAt: new Date(exp * 1000),
  };
}

/** Seconds; Google's own tokens live for an hour. */
const LIFE = 10 * 60;
const AUDIENCE = 'sandbox';

/** Domains reserved for tests and documentation. RFC 2606, RFC 6761. */
const reservedDomain = /@(?:[^@]+\.)?(?:test|example|invalid|localhost|example\.(?:com|net|org))$/;

/**
 * Simulates Google on one machine, where anyone can log in as anyone. Marks only email addresses on reserved domains as
 * verified, so that it cannot log in to a real person's account.
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

    verify: (idToken) =>
      readVerified(
        jwtVerify(idToken, key, {
          algorithms: ['HS256'],
          issuer: pageUrl,
          audience: AUDIENCE,
          currentDate: options.now(),
        }),
      ),

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
