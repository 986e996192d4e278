import type { FastifyInstance } from 'fastify';
import { registerSandboxGoogle, type SandboxGoogle } from './sandbox-google-routes';
import type { SandboxSite } from './sandbox-login-replies';
import { registerSandboxTwitter, type SandboxTwitter } from './sandbox-twitter-routes';

/** The sandboxes that stand for other companies; absent where the real one is used, or none. */
interface SandboxLogins extends SandboxSite {
  google?: SandboxGoogle;
  twitter?: SandboxTwitter;
}

/**
 * The pages of the sandboxes that stand for Google and Twitter: they ask which test identity to be and send the browser
 * back with what the real one would send. Decisions 5; the flows are told in the contract's session-routes.
 */
export function registerSandboxLogins(http: FastifyInstance, { google, twitter, ...site }: SandboxLogins): void {
  void http.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    if (google) registerSandboxGoogle(scope, site, google);
    if (twitter) registerSandboxTwitter(scope, site, twitter);
  });
}
