import type { EndpointData } from '@contract/schemas';
import type { PublicEnv } from './env';
import { toOrigin, toSocketOrigin } from './origins';
import { getThirdPartySources } from './outside-services';

interface PolicyInput {
  /** Marks the scripts and styles that belong to this response. */
  nonce: string;
  env: Pick<PublicEnv, 'apiEndpoint' | 'cardTokenUrl'>;
  /** Additional sources of images, videos and audio: origins, or `https:` for any. */
  mediaSources: readonly string[];
  settings: Partial<EndpointData<'getSettings'>>;
  /** Development tools use `eval` and insert styles. */
  isDevelopment: boolean;
}

/**
 * Scripts run only with the response's nonce, or if a script with the nonce loads them; browsers without `strict-dynamic` use
 * the listed origins.
 *
 * Style sheets need this origin or the nonce. Style attributes are allowed: rendered pages contain widths and aspect ratios,
 * and a style attribute cannot load scripts. `style-src` is for browsers without `style-src-elem` and `style-src-attr`.
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
    // Files picked for upload, and their previews, are blobs.
    'connect-src': [
      "'self'",
      api,
      toSocketOrigin(api),
      ...(cardTokens ? [cardTokens] : []),
      // Players fetch the parts of streams by script, where these are named.
      ...mediaSources.filter((source) => source !== 'https:'),
      'blob:',
      ...from('connect'),
    ],
    'img-src': [...files, ...from('img')],
    'media-src': [...files, ...from('media')],
    'font-src': ["'self'", ...from('font')],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    // The service worker, and workers that engines of shows make. Without this, browsers follow `script-src`, where
    // `strict-dynamic` makes them ignore this origin.
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...new Set(values)].join(' '))
    .join('; ');
}
