import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { Email, requiredText, text } from '@contract/field-schemas';
import type { TakePoint } from './rate-limits';
import { sandboxDeadEnd, sandboxLoginPage, type SandboxLoginPage } from './sandbox-login-page';

interface Person {
  name: string;
  email: string;
  handle: string;
}

/** The sandboxes that stand for other companies; absent where the real one is used, or none. */
export interface SandboxLogins {
  people: readonly Person[];
  google?: {
    /** @returns an id token */
    issue(person: { email: string; name: string; nonce?: string }): Promise<string>;
  };
  twitter?: {
    /** Where the browser goes back to; null for a token that leads nowhere. */
    findCallback(token: string): Promise<string | null>;
    /** @returns the verifier; null as above. */
    grant(token: string, person: { handle: string; name: string }): Promise<string | null>;
  };
  takePoint: TakePoint;
  /** Where the web application lives: the only place a browser is sent back to. */
  webUrl: string;
}

const Choice = z.object({
  person: text(254).optional(),
  own: text(254).optional(),
  name: text(100).optional(),
  cancel: text(10).optional(),
});
const Visit = z.object({
  redirect_uri: z.url().max(2000),
  state: requiredText(500),
  nonce: text(200).optional(),
});
const Handle = z
  .string()
  .transform((value) => value.replace(/^@/, ''))
  .pipe(z.string().regex(/^\w{1,15}$/));

/**
 * The pages of the sandboxes that stand for Google and Twitter: they ask which test identity to be and send the browser
 * back with what the real one would send. Decisions 5; the flows are told in the contract's session-routes.
 */
export function registerSandboxLogins(http: FastifyInstance, sandbox: SandboxLogins): void {
  void http.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    if (sandbox.google) registerGoogle(scope, sandbox, sandbox.google);
    if (sandbox.twitter) registerTwitter(scope, sandbox, sandbox.twitter);
  });
}

function registerGoogle(
  scope: FastifyInstance,
  { people, webUrl, takePoint }: SandboxLogins,
  { issue }: NonNullable<SandboxLogins['google']>,
): void {
  const url = '/sandbox/google';
  /** Only an address of this site without a fragment of its own, which the answer takes. */
  const readVisit = (source: unknown) => {
    const visit = Visit.safeParse(source).data;
    if (!visit) return null;
    const target = new URL(visit.redirect_uri);
    const isOwn = target.origin === new URL(webUrl).origin && target.username === '' && target.hash === '';
    return isOwn ? visit : null;
  };
  const page = ({ redirect_uri, state, nonce = '' }: z.output<typeof Visit>, error?: string): SandboxLoginPage => ({
    company: 'Google',
    action: url,
    hidden: { redirect_uri, state, nonce },
    people: people.map(({ email, name }) => ({ value: email, name })),
    own: { label: 'E-mail', type: 'email', hint: 'Only addresses that end in .test or .example count as confirmed.' },
    error,
  });

  scope.get(url, { schema: { hide: true }, logLevel: 'silent' }, async ({ query }, reply) => {
    const visit = readVisit(query);
    if (!visit) return deadEnd(reply, webUrl, 'The address to go back to is not one of this site.');
    return send(reply, webUrl, sandboxLoginPage(page(visit)));
  });

  scope.post(url, { schema: { hide: true }, logLevel: 'silent' }, async ({ body, ip }, reply) => {
    await takePoint('login', ip);
    const visit = readVisit(body);
    const choice = Choice.safeParse(body).data;
    if (!visit || !choice) return deadEnd(reply, webUrl, 'The address to go back to is not one of this site.');
    const goBack = (answer: Record<string, string>) => {
      // After the #: neither servers nor their logs get to see it.
      const fragment = new URLSearchParams({ ...answer, state: visit.state });
      return guard(reply, webUrl).redirect(`${visit.redirect_uri}#${fragment}`, 303);
    };
    if (choice.cancel) return goBack({ error: 'access_denied' });
    const known = people.find(({ email }) => email === choice.person);
    const email = known?.email ?? Email.safeParse(choice.own).data;
    if (email === undefined) {
      return send(reply.status(422), webUrl, sandboxLoginPage(page(visit, 'This is not an e-mail address.')));
    }
    const name = known?.name ?? (choice.name || email.split('@')[0] || email);
    return goBack({ id_token: await issue({ email, name, nonce: visit.nonce }) });
  });
}

function registerTwitter(
  scope: FastifyInstance,
  { people, webUrl, takePoint }: SandboxLogins,
  { findCallback, grant }: NonNullable<SandboxLogins['twitter']>,
): void {
  const url = '/sandbox/twitter';
  const expired = 'It was begun too long ago, or is finished. Please begin again.';
  const readToken = (source: unknown) =>
    z.object({ oauth_token: requiredText(200) }).safeParse(source).data?.oauth_token;
  const page = (token: string, error?: string): SandboxLoginPage => ({
    company: 'Twitter',
    action: url,
    hidden: { oauth_token: token },
    people: people.map(({ handle, name }) => ({ value: `@${handle}`, name })),
    own: { label: 'Twitter name', type: 'text', hint: 'Letters, digits and _, at most 15.' },
    error,
  });

  scope.get(url, { schema: { hide: true }, logLevel: 'silent' }, async ({ query }, reply) => {
    const token = readToken(query);
    if (token === undefined || !(await findCallback(token))) return deadEnd(reply, webUrl, expired);
    return send(reply, webUrl, sandboxLoginPage(page(token)));
  });

  scope.post(url, { schema: { hide: true }, logLevel: 'silent' }, async ({ body, ip }, reply) => {
    await takePoint('login', ip);
    const token = readToken(body);
    const choice = Choice.safeParse(body).data;
    const callback = token === undefined ? null : await findCallback(token);
    if (token === undefined || !choice || callback === null) return deadEnd(reply, webUrl, expired);
    const goBack = (answer: Record<string, string>) => {
      const target = new URL(callback);
      for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
      return guard(reply, webUrl).redirect(target.href, 303);
    };
    if (choice.cancel) return goBack({ denied: token });
    const handle = Handle.safeParse(choice.person ?? choice.own).data;
    if (handle === undefined) {
      return send(reply.status(422), webUrl, sandboxLoginPage(page(token, 'This is not a Twitter name.')));
    }
    const known = people.find((person) => person.handle === handle);
    const verifier = await grant(token, { handle, name: known?.name ?? (choice.name || handle) });
    if (verifier === null) return deadEnd(reply, webUrl, expired);
    return goBack({ oauth_token: token, oauth_verifier: verifier });
  });
}

/** The answers hold proofs of who somebody is: no cache keeps them, no other site is told or frames the page. */
function guard(reply: FastifyReply, webUrl: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      // The browser asks whether a form may lead to where its answer redirects, too.
      `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${new URL(webUrl).origin}; frame-ancestors 'none'; base-uri 'none'`,
    );
}

const send = (reply: FastifyReply, webUrl: string, html: string): FastifyReply =>
  guard(reply, webUrl).type('text/html; charset=utf-8').send(html);

const deadEnd = (reply: FastifyReply, webUrl: string, why: string): FastifyReply =>
  send(reply.status(400), webUrl, sandboxDeadEnd(webUrl, why));
