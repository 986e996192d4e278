import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { text } from '@contract/base/field-schemas';
import { sandboxDeadEnd } from './sandbox-login-page';
import type { ConsumeRateLimit } from './rate-limits';

/** Somebody to be in the sandboxes. */
export interface SandboxPerson {
  name: string;
  email: string;
  handle: string;
}

/** What the pages of all sandboxes need. */
export interface SandboxSite {
  people: readonly SandboxPerson[];
  consumeRateLimit: ConsumeRateLimit;
  /** Where the web application lives: the only place a browser is sent back to. */
  webUrl: string;
}

/** The form of a page: somebody from the list, somebody else, or nobody. */
export const SandboxChoice = z.object({
  person: text(254).optional(),
  own: text(254).optional(),
  name: text(100).optional(),
  cancel: text(10).optional(),
});

/** The answers hold proofs of who somebody is: no cache keeps them, no other site is told or frames the page. */
export function guardSandbox(reply: FastifyReply, webUrl: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      // The browser asks whether a form may lead to where its answer redirects, too.
      `default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self' ${new URL(webUrl).origin}; frame-ancestors 'none'; base-uri 'none'`,
    );
}

export const sendSandboxPage = (reply: FastifyReply, webUrl: string, html: string): FastifyReply =>
  guardSandbox(reply, webUrl).type('text/html; charset=utf-8').send(html);

export const sendDeadEnd = (reply: FastifyReply, webUrl: string, why: string): FastifyReply =>
  sendSandboxPage(reply.status(400), webUrl, sandboxDeadEnd(webUrl, why));
