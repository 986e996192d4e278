import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors';
import { mailLinkPage } from '../mail/mail-link-page';
import type { TakePoint } from './rate-limits';

export interface MailLinks {
  /** @returns whether the e-mail is confirmed now. */
  confirmEmail(token: string): Promise<boolean>;
  /** Takes the link that was mailed to a new address. @throws AppError when it cannot be used. */
  confirmEmailChange(token: string): Promise<void>;
  /** Takes the link that was mailed to the old address. @returns where to set a new password. @throws AppError */
  revertEmailChange(token: string): Promise<string>;
  takePoint: TakePoint;
  /** Where the web application lives, without a slash at the end. */
  webUrl: string;
}

/**
 * Addresses that mails point at: they answer a browser, with a redirect or a page, outside the envelope.
 * Wire contract 1.1.
 *
 * What moves an account is asked for by a button: mail programs and virus scanners open links too, and nothing may
 * change by that. Promises I-10.
 */
export function registerMailLinks(http: FastifyInstance, links: MailLinks): void {
  const { webUrl } = links;
  void http.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    scope.get('/auth/email-verified', { schema: { hide: true } }, async (request, reply) => {
      const token = readLinkToken(request.query);
      if (token !== null && (await links.confirmEmail(token))) {
        return guarded(reply, webUrl).redirect(`${webUrl}/auth/email-verified-success`, 302);
      }
      return sendPage(reply.status(400), webUrl, expired(webUrl));
    });

    const askFirst = (url: string, page: AskPage, act: (token: string) => Promise<string>) => {
      scope.get(url, { schema: { hide: true } }, async (request, reply) => {
        const token = readLinkToken(request.query);
        if (token === null) return sendPage(reply.status(400), webUrl, expired(webUrl));
        return sendPage(reply, webUrl, { ...page, form: { url, token, label: page.label } });
      });
      scope.post(url, { schema: { hide: true } }, async (request, reply) => {
        await links.takePoint('login', request.ip);
        const token = readLinkToken(request.body);
        try {
          if (token === null) throw new AppError('LINK_EXPIRED');
          return await guarded(reply, webUrl).redirect(await act(token), 303);
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          const isTaken = error.code === 'EMAIL_TAKEN';
          return sendPage(reply.status(400), webUrl, isTaken ? taken(webUrl) : expired(webUrl));
        }
      });
    };
    askFirst('/auth/email-change', confirmPage, async (token) => {
      await links.confirmEmailChange(token);
      return `${webUrl}/auth/email-verified-success`;
    });
    askFirst('/auth/email-revert', revertPage, (token) => links.revertEmailChange(token));
  });
}

type Page = Parameters<typeof mailLinkPage>[0];
type AskPage = Pick<Page, 'title' | 'text'> & { label: string };

const confirmPage: AskPage = {
  title: 'Use this e-mail',
  text: 'From now on your account uses this address: for logging in, and for mails.',
  label: 'Use this e-mail',
};

const revertPage: AskPage = {
  title: 'Take the change back',
  text: 'Your account keeps this e-mail, every device is logged out, and you choose a new password.',
  label: 'Take it back',
};

const expired = (webUrl: string): Page => ({
  title: 'This link has expired',
  text: 'It is too old, was used already, or belongs to another e-mail. Log in to have a new one sent.',
  link: { url: `${webUrl}/auth/login`, label: 'Go to log in' },
});

const taken = (webUrl: string): Page => ({
  title: 'This e-mail is in use',
  text: 'Another account has this e-mail by now. Yours keeps the one it has.',
  link: { url: `${webUrl}/auth/login`, label: 'Go to log in' },
});

function readLinkToken(source: unknown): string | null {
  const { token } = (source ?? {}) as { token?: unknown };
  return typeof token === 'string' && token !== '' && token.length <= 200 ? token : null;
}

/** The address holds a secret: no cache keeps it, the page it leads to is not told where it came from, nobody frames it. */
function guarded(reply: FastifyReply, webUrl: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${webUrl}; frame-ancestors 'none'`,
    );
}

function sendPage(reply: FastifyReply, webUrl: string, page: Page): FastifyReply {
  return guarded(reply, webUrl).type('text/html; charset=utf-8').send(mailLinkPage(page));
}
