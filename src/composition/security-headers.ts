import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { contentSecurityPolicy } from '@/config/content-security';
import { getThirdPartySources } from '@/config/outside-services';
import { isReachedByHttps, readMediaSources, readPublicEnv } from '@/config/env';
import type { SiteSettings } from '@/features/site/settings/settings-slice';

/** On the response itself, since the app and the document around it do not share modules. */
const nonceKey = Symbol.for('page nonce');
type MarkedResponse = ServerResponse & { [nonceKey]?: string };

/** Seconds for which browsers come back by https only: a year. */
const HTTPS_ONLY = 31_536_000;

/** The nonce of one reply: not to be guessed, and the same wherever it is asked for. */
export function getNonce(response: ServerResponse): string {
  const marked: MarkedResponse = response;
  marked[nonceKey] ??= randomBytes(16).toString('base64url');
  return marked[nonceKey];
}

/**
 * Sets the headers by which browsers hold a page to itself. Set again once the settings are known, which may add services
 * of other houses.
 */
export function setSecurityHeaders(response: ServerResponse, settings: Partial<SiteSettings> = {}): void {
  const policy = contentSecurityPolicy({
    nonce: getNonce(response),
    env: readPublicEnv(),
    mediaSources: readMediaSources(),
    settings,
    isDevelopment: process.env.NODE_ENV === 'development',
  });
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
  // Streams and messages need camera and microphone; nothing here asks where somebody is. A checkout opens over any page,
  // and who moves on within the site keeps the headers of the page they came by: so each may ask for a payment.
  const walletOrigins = getThirdPartySources(settings)('payment');
  const payment = ['self', ...walletOrigins.map((origin) => `"${origin}"`)].join(' ');
  const permissions = `camera=(self), microphone=(self), geolocation=(), payment=(${payment}), usb=()`;
  response.setHeader('Permissions-Policy', permissions);
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // Pages that open this one, or are opened by it, get no hold of it; nobody embeds it by another way than a frame. Google Pay
  // answers from a window of its own where a browser has no sheet for it.
  const openers = walletOrigins.length > 0 ? 'same-origin-allow-popups' : 'same-origin';
  response.setHeader('Cross-Origin-Opener-Policy', openers);
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  if (isReachedByHttps()) response.setHeader('Strict-Transport-Security', `max-age=${HTTPS_ONLY}`);
}
