import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Email, requiredText, text } from '@contract/base/field-schemas';
import {
  sandboxLoginPage,
  guardSandbox,
  SandboxChoice,
  sendDeadEnd,
  sendSandboxPage,
  type SandboxLoginPage,
  type SandboxSite,
} from './login-page';

export interface SandboxGoogle {
  issue(person: { email: string; name: string; nonce?: string }): Promise<string>;
}

const Visit = z.object({
  redirect_uri: z.url().max(2000),
  state: requiredText(500),
  nonce: text(200).optional(),
});
/** The page that stands in for Google. @param scope a scope that parses forms */
export function registerSandboxGoogle(
  scope: FastifyInstance,
  { people, webUrl, consumeRateLimit }: SandboxSite,
  { issue }: SandboxGoogle,
): void {
  const url = '/sandbox/google';
  /** Accepts only URLs of this site, and none with a fragment, because the response uses that. */
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
    own: { label: 'Email', type: 'email', hint: 'Only addresses that end in .test or .example count as confirmed.' },
    error,
  });

  scope.get(url, { schema: { hide: true }, logLevel: 'silent' }, async ({ query }, reply) => {
    const visit = readVisit(query);
    if (!visit) return sendDeadEnd(reply, webUrl, 'The address to go back to is not one of this site.');
    return sendSandboxPage(reply, webUrl, sandboxLoginPage(page(visit)));
  });

  scope.post(url, { schema: { hide: true }, logLevel: 'silent' }, async ({ body, ip }, reply) => {
    await consumeRateLimit('login', ip);
    const visit = readVisit(body);
    const choice = SandboxChoice.safeParse(body).data;
    if (!visit || !choice) return sendDeadEnd(reply, webUrl, 'The address to go back to is not one of this site.');
    const goBack = (answer: Record<string, string>) => {
      // In the fragment, so that it reaches no server and no log.
      const fragment = new URLSearchParams({ ...answer, state: visit.state });
      return guardSandbox(reply, webUrl).redirect(`${visit.redirect_uri}#${fragment}`, 303);
    };
    if (choice.cancel) return goBack({ error: 'access_denied' });
    const known = people.find(({ email }) => email === choice.person);
    const email = known?.email ?? Email.safeParse(choice.own).data;
    if (email === undefined) {
      return sendSandboxPage(reply.status(422), webUrl, sandboxLoginPage(page(visit, 'This is not an email address.')));
    }
    const name = known?.name ?? (choice.name || email.split('@')[0] || email);
    return goBack({ id_token: await issue({ email, name, nonce: visit.nonce }) });
  });
}
