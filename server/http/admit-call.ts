import type { FastifyRequest } from 'fastify';
import type { Route } from '@contract/base/define';
import type { EndpointName } from '@contract/schemas';
import { authenticate, readToken, type FindActor } from './authenticate';
import type { TellCountry } from './caller-country';
import { rateClassOf, type ConsumeRateLimit, type RateClass } from './rate-limits';
import { assertNotClosing, type AssertOpen } from './site-gate';

export interface AdmitContext {
  findActor: FindActor;
  tellCountry: TellCountry;
  /** Refuses callers while the site is closed to them. */
  assertOpen: AssertOpen;
  consumeRateLimit: ConsumeRateLimit;
}

/**
 * The one door of all calls: who it is, whether they may make this call, whether the site is open to them, and not too often.
 * What it finds is `request.call`.
 *
 * @param rateClass for a call that is counted otherwise than its route says.
 * @throws AppError as each of these refuses
 */
export async function admitCall(
  request: FastifyRequest,
  route: Route<EndpointName>,
  { findActor, tellCountry, assertOpen, consumeRateLimit }: AdmitContext,
  rateClass: RateClass = rateClassOf(route),
): Promise<void> {
  const token = readToken(request);
  const { ip } = request;
  const actor = await authenticate({ token, ip }, route.access, findActor);
  request.call = { token, actor, ip, country: await tellCountry(request) };
  await assertOpen(route.name, route.access, request.call);
  assertNotClosing(route, actor);
  await consumeRateLimit(rateClass, actor?.id ?? ip);
}
