import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requiredText } from '@contract/base/field-schemas';
import {
  sandboxLoginPage,
  guardSandbox,
  SandboxChoice,
  sendDeadEnd,
  sendSandboxPage,
  type SandboxLoginPage,
  type SandboxSite,
} from './login-page';

export interface SandboxTwitter {
  /** @returns the URL to redirect back to; null for an invalid token */
  findCallback(token: string): Promise<string | null>;
  /** @returns the verifier; null for an invalid token */
  grant(token: string, person: { handle: string; name: string }): Promise<string | null>;
}

const Handle = z
  .string()
  .transform((value) => value.replace(/^@/, ''))
  .pipe(z.string().regex(/^\w{1,15}$/));

/** The page that stands in for Twitter. @param scope a scope that parses forms */
export function registerSandboxTwitter(
  scope: FastifyInstance,
  { people, webUrl, consumeRateLimit }: SandboxSite,
  { findCallback, grant }: SandboxTwitter,
): void {
  const url = '/sandbox/twitter';
  const expired = 'This log-in has expired or is finished. Please start again.';
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
    if (token === undefined || !(await findCallback(token))) return sendDeadEnd(reply, webUrl, expired);
    return sendSandboxPage(reply, webUrl, sandboxLoginPage(page(token)));
  });

  scope.post(url, { schema: { hide: true }, logLevel: 'silent' }, async ({ body, ip }, reply) => {
    await consumeRateLimit('login', ip);
    const token = readToken(body);
    const choice = SandboxChoice.safeParse(body).data;
    const callback = token === undefined ? null : await findCallback(token);
    if (token === undefined || !choice || callback === null) return sendDeadEnd(reply, webUrl, expired);
    const goBack = (answer: Record<string, string>) => {
      const target = new URL(callback);
      for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
      return guardSandbox(reply, webUrl).redirect(target.href, 303);
    };
    if (choice.cancel) return goBack({ denied: token });
    const handle = Handle.safeParse(choice.person ?? choice.own).data;
    if (handle === undefined) {
      return sendSandboxPage(reply.status(422), webUrl, sandboxLoginPage(page(token, 'This is not a Twitter name.')));
    }
    const known = people.find((person) => person.handle === handle);
    const verifier = await grant(token, { handle, name: known?.name ?? (choice.name || handle) });
    if (verifier === null) return sendDeadEnd(reply, webUrl, expired);
    return goBack({ oauth_token: token, oauth_verifier: verifier });
  });
}
