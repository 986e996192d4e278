import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../mail/compose-mail';

export interface MailLinks {
  /** @returns whether the e-mail is confirmed now. */
  confirmEmail(token: string): Promise<boolean>;
  /** Where the web application lives, without a slash at the end. */
  webUrl: string;
}

/**
 * Addresses that mails point at: they answer a browser, with a redirect or a page, outside the envelope.
 * Wire contract 1.1.
 */
export function registerMailLinks(http: FastifyInstance, { confirmEmail, webUrl }: MailLinks): void {
  http.get('/auth/email-verified', { schema: { hide: true } }, async (request, reply) => {
    const { token } = request.query as { token?: unknown };
    // The address holds a secret: no cache keeps it, and the page it leads to is not told where it came from.
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    if (typeof token === 'string' && token.length <= 200 && (await confirmEmail(token))) {
      return reply.redirect(`${webUrl}/auth/email-verified-success`, 302);
    }
    return reply.status(400).type('text/html; charset=utf-8').send(expiredPage(webUrl));
  });
}

const expiredPage = (webUrl: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>This link has expired</title></head>
<body style="font:16px/1.6 Helvetica,Arial,sans-serif;max-width:34em;margin:15vh auto;padding:0 1.5em;color:#211f1b">
<h1 style="font-size:1.5em">This link has expired</h1>
<p>It is too old, or belongs to another e-mail. Log in to have a new one sent.</p>
<p><a href="${escapeHtml(webUrl)}/auth/login" style="color:inherit">Go to log in</a></p>
</body>
</html>
`;
