import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ErrorBody } from '@contract/base/errors';
import type { ConsumeRateLimit } from '../rate-limits';
import { registerSandboxGoogle, type SandboxGoogle } from './google-routes';
import type { SandboxSite } from './login-page';
import { registerSandboxTwitter, type SandboxTwitter } from './twitter-routes';

const Card = z.object({ number: z.string().max(40), exp: z.string().max(10), cvc: z.string().max(4) });
const Token = z.object({ token: z.string(), brand: z.string(), last4: z.string() });
const Refusal = z.object({ statusCode: z.number(), message: z.string(), error: z.string() });

/** @returns null for a card that the sandbox does not accept */
type TokenizeCard = (card: z.output<typeof Card>) => z.input<typeof Token> | null;

/**
 * Stands in for a third party: no envelope, and the card is not stored, logged or passed on. It is sent in a body, because
 * proxies log URLs; the specification's GET is only for services that an operator configures. Only published test numbers are
 * accepted. Promises F-7.
 */
export function registerSandboxRoutes(
  app: FastifyInstance,
  { consumeRateLimit, tokenize }: { consumeRateLimit: ConsumeRateLimit; tokenize: TokenizeCard },
): void {
  app.route({
    method: 'POST',
    url: '/sandbox/card-token',
    logLevel: 'silent',
    schema: { hide: true, body: Card, response: { 200: Token, 402: Refusal } },
    async handler(request, reply) {
      await consumeRateLimit('money', request.ip);
      void reply.header('cache-control', 'no-store');
      const token = tokenize(request.body as z.output<typeof Card>);
      if (token) return token;
      return reply.status(402).send({
        statusCode: 402,
        message: 'This is not a test card, or its date or code is wrong.',
        error: 'CARD_INVALID',
      } satisfies ErrorBody);
    },
  });
}

/** A provider is missing if the real one is used, or none. */
interface SandboxLogins extends SandboxSite {
  google?: SandboxGoogle;
  twitter?: SandboxTwitter;
}

/** The sandbox login pages. Decisions 5; the contract's auth-routes describe the flows. */
export function registerSandboxLogins(http: FastifyInstance, { google, twitter, ...site }: SandboxLogins): void {
  void http.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    if (google) registerSandboxGoogle(scope, site, google);
    if (twitter) registerSandboxTwitter(scope, site, twitter);
  });
}
