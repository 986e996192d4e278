import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors';
import { mailLinkPage } from '../mail/mail-link-page';
import type { ConsumeRateLimit } from './rate-limits';

export interface MailLinks {
  /** What the link that was mailed to a new account would do: see the service. */
  lookAtEmail(token: string): Promise<'open' | 'done' | 'gone'>;
  /** Takes that link. @throws AppError when it cannot be used. */
  confirmEmail(token: string): Promise<void>;
  /** Takes the link that was mailed to a new address. @throws AppError when it cannot be used. */
  confirmEmailChange(token: string): Promise<void>;
  /** Takes the link that was mailed to the old address. @returns where to set a new password. @throws AppError */
  revertEmailChange(token: string): Promise<string>;
  consumeRateLimit: ConsumeRateLimit;
  /** Where the web application lives, without a slash at the end. */
  webUrl: string;
}

/**
 * Addresses that mails point at: they answer a browser, with a redirect or a page, outside the envelope.
 * Wire contract 1.1.
 *
 * What proves an address or moves an account is asked for by a button: mail programs and virus scanners open links too,
 * and nothing may change by that. Else whoever signs up with a stranger's address had it proved by the stranger's
 * scanner. Promises I-10, I-12.
 */
export function registerMailLinks(http: FastifyInstance, links: MailLinks): void {
  const { webUrl } = links;
  const verified = `${webUrl}/auth/email-verified-success`;
  void http.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    const askFirst = (url: string, page: AskPage, act: (token: string) => Promise<string>) => {
      scope.get(url, { schema: { hide: true } }, async (request, reply) => {
        const token = readLinkToken(request.query);
        const state = token === null ? 'gone' : await page.look?.(token);
        if (token === null || state === 'gone') return sendPage(reply.status(400), webUrl, expired(webUrl));
        if (state === 'done') return guarded(reply, webUrl).redirect(verified, 302);
        return sendPage(reply, webUrl, { ...page, form: { url, token, label: page.label } });
      });
      scope.post(url, { schema: { hide: true } }, async (request, reply) => {
        await links.consumeRateLimit('login', request.ip);
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
    askFirst('/auth/email-verified', { ...verifyPage, look: links.lookAtEmail }, async (token) => {
      await links.confirmEmail(token);
      return verified;
    });
    askFirst('/auth/email-change', confirmPage, async (token) => {
      await links.confirmEmailChange(token);
      return verified;
    });
    askFirst('/auth/email-revert', revertPage, (token) => links.revertEmailChange(token));
  });
}

type Page = Parameters<typeof mailLinkPage>[0];
type AskPage = Pick<Page, 'title' | 'text'> & {
  label: string;
  /** Whether there is anything to ask. */
  look?(token: string): Promise<'open' | 'done' | 'gone'>;
};

const verifyPage: AskPage = {
  title: 'Verify your email',
  text: 'Press the button to confirm that this email is yours.',
  label: 'Verify my email',
};

const confirmPage: AskPage = {
  title: 'Use this email',
  text: 'Your account will use this email from now on, to log in and to receive email.',
  label: 'Use this email',
};

const revertPage: AskPage = {
  title: 'Undo the change',
  text: 'Your account keeps this email, all devices are logged out, and you choose a new password.',
  label: 'Take it back',
};

const expired = (webUrl: string): Page => ({
  title: 'This link has expired',
  text: 'It’s too old, was already used, or belongs to another email. Log in to get a new one.',
  link: { url: `${webUrl}/auth/login`, label: 'Go to log in' },
});

const taken = (webUrl: string): Page => ({
  title: 'This email is already in use',
  text: 'Another account now uses this email. Your account keeps its current one.',
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
