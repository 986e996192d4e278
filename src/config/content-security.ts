import type { EndpointData } from '@contract/schemas';
import type { PublicEnv } from './env';
import { toOrigin, toSocketOrigin } from './origins';
import { getThirdPartySources } from './outside-services';

interface PolicyInput {
  /** Marks the scripts and styles of this one reply. */
  nonce: string;
  env: Pick<PublicEnv, 'apiEndpoint' | 'cardTokenUrl'>;
  /** Where pictures and films may come from besides this site and its API: origins, or `https:` for anywhere. */
  mediaSources: readonly string[];
  settings: Partial<EndpointData<'getSettings'>>;
  /** While developing: the tools evaluate text, and insert styles. */
  isDevelopment: boolean;
}

/**
 * The Content-Security-Policy of a page. Scripts run only when they carry the reply's nonce, or were loaded by one that
 * does; browsers that do not know `strict-dynamic` go by the addresses instead.
 *
 * Style sheets come from here or carry the nonce. Style attributes are allowed: pages are rendered with widths, shares and
 * ratios of pictures in them, and nothing an attribute can say loads a script. `style-src` itself is for browsers that do
 * not tell the two apart.
 */
export function contentSecurityPolicy({ nonce, env, mediaSources, settings, isDevelopment }: PolicyInput): string {
  const api = toOrigin(env.apiEndpoint) ?? '';
  const from = getThirdPartySources(settings);
  const mark = `'nonce-${nonce}'`;
  const cardTokens = env.cardTokenUrl === null ? null : toOrigin(env.cardTokenUrl);
  const files = ["'self'", api, ...mediaSources, 'blob:', 'data:'];
  const frames = from('frame');
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': [mark, "'strict-dynamic'", "'self'", ...from('script'), ...(isDevelopment ? ["'unsafe-eval'"] : [])],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", "'unsafe-inline'", ...from('style')],
    'style-src-elem': ["'self'", isDevelopment ? "'unsafe-inline'" : mark, ...from('style')],
    'style-src-attr': ["'unsafe-inline'"],
    // A blob is the page's own memory: what was chosen to be uploaded, and its preview.
    'connect-src': [
      "'self'",
      api,
      toSocketOrigin(api),
      ...(cardTokens ? [cardTokens] : []),
      'blob:',
      ...from('connect'),
    ],
    'img-src': [...files, ...from('img')],
    'media-src': [...files, ...from('media')],
    'font-src': ["'self'", ...from('font')],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...new Set(values)].join(' '))
    .join('; ');
}
