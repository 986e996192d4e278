import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { contentSecurityPolicy } from '@/config/content-security';
import { getThirdPartySources } from '@/config/outside-services';
import { isReachedByHttps, readMediaSources, readPublicEnv } from '@/config/env';
import type { SiteSettings } from '@/features/site/settings/settings-slice';

/** A property of the response carries the nonce, because the app and its document share no modules. */
const nonceKey = Symbol.for('page nonce');
type MarkedResponse = ServerResponse & { [nonceKey]?: string };

const HTTPS_ONLY = 31_536_000;

export function getNonce(response: ServerResponse): string {
  const marked: MarkedResponse = response;
  marked[nonceKey] ??= randomBytes(16).toString('base64url');
  return marked[nonceKey];
}

/** Called again once the settings are known, because third-party services depend on them. */
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
  // Shows and messages need the camera and microphone. All pages allow payments, because checkout opens on any page, and
  // navigation within the site keeps the headers of the first page.
  const walletOrigins = getThirdPartySources(settings)('payment');
  const payment = ['self', ...walletOrigins.map((origin) => `"${origin}"`)].join(' ');
  const permissions = `camera=(self), microphone=(self), geolocation=(), payment=(${payment}), usb=()`;
  response.setHeader('Permissions-Policy', permissions);
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // Pages that open this one, or that it opens, get no reference to it, and other sites cannot embed it. In browsers without a
  // payment sheet, Google Pay responds from a popup.
  const openers = walletOrigins.length > 0 ? 'same-origin-allow-popups' : 'same-origin';
  response.setHeader('Cross-Origin-Opener-Policy', openers);
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  if (isReachedByHttps()) response.setHeader('Strict-Transport-Security', `max-age=${HTTPS_ONLY}`);
}
