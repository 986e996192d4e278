import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access';
import { AppError } from '../errors';
import { readTokenOrCookie, type FindActor, type SiteGate } from './authorize-request';
import type { FindCountry } from './caller-country';

export interface SignedLink {
  viewer: string;
  /** Seconds since 1970. */
  expires: number;
  signature: string;
}

export interface LinkCallers {
  findActor: FindActor;
  findCallerCountry: FindCountry;
  assertCountryOpen: SiteGate['assertCountryOpen'];
}

/** @throws AppError FORBIDDEN if a parameter is missing or malformed */
export function readSignedLink({ v, e, s }: Record<string, unknown>): SignedLink {
  if (typeof v !== 'string' || typeof e !== 'string' || typeof s !== 'string' || !/^\d{1,12}$/.test(e))
    throw new AppError('FORBIDDEN');
  return { viewer: v, expires: Number(e), signature: s };
}

/** @throws AppError COUNTRY_BLOCKED */
export async function admitCaller(
  request: FastifyRequest,
  { findActor, findCallerCountry, assertCountryOpen }: LinkCallers,
): Promise<{ country: string | null; findActor(): Promise<Actor | null> }> {
  const token = readTokenOrCookie(request);
  const country = await findCallerCountry(request);
  await assertCountryOpen({ token, ip: request.ip }, country);
  // Treats an invalid token like none.
  return { country, findActor: async () => (token === null ? null : findActor(token, request.ip)) };
}
