import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { isError } from '../lib/error';
import { z } from 'zod';
import { AppError } from '../errors';
import type { GoogleGateway, GoogleIdentity } from './identity';

/** Google's public keys and the two ways it names itself. Google's documents on OpenID Connect. */
const KEYS_URL = 'https://www.googleapis.com/oauth2/v3/certs';
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
/** Seconds the clocks may differ. */
const TOLERANCE = 30;

const Claims = z.object({
  sub: z.string().min(1).max(200),
  email: z.string().max(254).toLowerCase().optional(),
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).optional(),
  name: z.string().max(200).optional(),
  exp: z.number(),
});

/**
 * The real Google: an id token counts when Google signed it for this site and it is not too old.
 *
 * @param keys Google's, fetched and kept, unless a test brings its own.
 */
export function createGoogle(options: { clientId: string; now(): Date; keys?: JWTVerifyGetKey }): GoogleGateway {
  const keys = options.keys ?? createRemoteJWKSet(new URL(KEYS_URL));
  return {
    isProduction: true,
    clientId: options.clientId,
    pageUrl: '',
    async verify(idToken) {
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          algorithms: ['RS256'],
          issuer: ISSUERS,
          audience: options.clientId,
          currentDate: options.now(),
          clockTolerance: TOLERANCE,
        });
        return readGoogleClaims(payload);
      } catch (error) {
        throw asProviderError(error);
      }
    },
  };
}

/** @throws AppError PROVIDER_REFUSED when the token does not say who it is about. */
export function readGoogleClaims(payload: JWTPayload): GoogleIdentity {
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

/** A token that is no good, or a Google that does not answer: the first is the caller's fault. */
export function asProviderError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const isOurs = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
  const details = isError(error) ? error.message : String(error);
  return new AppError(isOurs ? 'PROVIDER_REFUSED' : 'PROVIDER_UNREACHABLE', { details });
}
