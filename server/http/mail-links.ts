import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors';
import type { ConsumeRateLimit } from './rate-limits';

export interface MailLinks {
  /** Ends all mails about news. @throws AppError when the link was not made here. */
  unsubscribe(token: string): Promise<void>;
  consumeRateLimit: ConsumeRateLimit;
  /** Where the web application lives, without a slash at the end. */
  webUrl: string;
}

/** Bytes of what mail programs send to unsubscribe. */
const BODY_LIMIT = 10_000;

/**
 * Addresses of this API that mails name or named. The pages behind mailed links belong to the web app, which asks for a
 * press of a button: mail programs and virus scanners open links too, and nothing may change by that. Wire contract 1.1,
 * promises I-10, I-12.
 */
export function registerMailLinks(http: FastifyInstance, links: MailLinks): void {
  for (const path of ['/auth/email-verified', '/auth/email-change', '/auth/email-revert', '/auth/unsubscribe']) {
    http.get(path, { schema: { hide: true } }, async (request, reply) => {
      const token = readLinkToken(request.query);
      const query = token === null ? '' : `?token=${encodeURIComponent(token)}`;
      return guarded(reply).redirect(`${links.webUrl}${path}${query}`, 302);
    });
  }

  void http.register(async (scope) => {
    // What it says is known (RFC 8058: `List-Unsubscribe=One-Click`, in one of two encodings): the address alone counts.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, _body, done) =>
      done(null),
    );
    scope.post('/auth/unsubscribe', { schema: { hide: true } }, async (request, reply) => {
      await links.consumeRateLimit('write', request.ip);
      const token = readLinkToken(request.query);
      if (token === null) throw new AppError('LINK_EXPIRED');
      await links.unsubscribe(token);
      return guarded(reply).type('text/plain; charset=utf-8').send('You are unsubscribed.\n');
    });
  });
}

function readLinkToken(source: unknown): string | null {
  const { token } = (source ?? {}) as { token?: unknown };
  return typeof token === 'string' && token !== '' && token.length <= 300 ? token : null;
}

/** The address holds a secret: no cache keeps it, and the page it leads to is not told where it came from. */
const guarded = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
