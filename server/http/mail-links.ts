import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors';
import type { ConsumeRateLimit } from './rate-limits';

export interface MailLinks {
  /** Ends all mails that are only news. @throws AppError if we did not issue the link */
  unsubscribe(token: string): Promise<void>;
  consumeRateLimit: ConsumeRateLimit;
  /** Base URL of the web app, without a trailing slash. */
  webUrl: string;
}

/** For the requests by which mail programs unsubscribe. */
const BODY_LIMIT = 10_000;

/**
 * Redirects to pages where the user has to click, because mail programs and virus scanners open links too, and that must not
 * change anything. Wire contract 1.1, promises I-10, I-12.
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
    // RFC 8058 fixes the body (`List-Unsubscribe=One-Click`, in one of two encodings), so only the URL is read.
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

/** The URL contains a secret: prevents caching, and keeps the URL out of the next page's referrer. */
const guarded = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
