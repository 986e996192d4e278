import type { EndpointData } from '@contract/schemas';
import type { PublicEnv } from './env';

type Settings = Partial<EndpointData<'getSettings'>>;

/** What pages may take from where; `frame` are pages within ours. Scripts of other houses are loaded by our own. */
type Kind = 'script' | 'style' | 'connect' | 'img' | 'media' | 'font' | 'frame';
type Sources = Partial<Record<Kind, readonly string[]>>;

/** Services of other houses, each only where the operator has configured it. */
const parties: ((settings: Settings) => Sources | false | undefined)[] = [
  // Google Analytics
  ({ gaCode }) =>
    isGiven(gaCode) && {
      script: ['https://www.googletagmanager.com'],
      connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
      img: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
    },
  // reCAPTCHA
  ({ enableGoogleReCaptcha }) =>
    enableGoogleReCaptcha === true && {
      script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
      connect: ['https://www.google.com/recaptcha/'],
      frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    },
  // Stripe
  ({ stripePublishableKey }) =>
    isGiven(stripePublishableKey) && {
      script: ['https://js.stripe.com'],
      connect: ['https://api.stripe.com'],
      frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
    },
  // Agora
  ({ agoraEnable, agoraAppId }) =>
    agoraEnable === true &&
    isGiven(agoraAppId) && {
      connect: ['https://*.agora.io', 'wss://*.agora.io:*', 'https://*.sd-rtn.com', 'wss://*.sd-rtn.com:*'],
    },
  // Chat widget and affiliate tracker: whatever they draw and ask for, from where their script comes.
  ({ chatWidgetUrl }) => allFrom(originOf(chatWidgetUrl)),
  ({ affiliateUrl }) => allFrom(originOf(affiliateUrl)),
  // Pictures that the operator keeps elsewhere
  ({ logoUrl, darkmodeLogoUrl, favicon, loginPlaceholderImage }) => ({
    img: [logoUrl, darkmodeLogoUrl, favicon, loginPlaceholderImage].map(originOf).filter((origin) => origin !== null),
  }),
];

interface PolicyInput {
  /** Marks the scripts and styles of this one reply. */
  nonce: string;
  env: Pick<PublicEnv, 'apiEndpoint' | 'cardTokenUrl'>;
  settings: Settings;
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
export function contentSecurityPolicy({ nonce, env, settings, isDevelopment }: PolicyInput): string {
  const api = originOf(env.apiEndpoint) ?? '';
  const others = parties.map((party) => party(settings)).filter((sources) => typeof sources === 'object');
  const from = (kind: Kind) => others.flatMap((sources) => sources[kind] ?? []);
  const mark = `'nonce-${nonce}'`;
  const cardTokens = originOf(env.cardTokenUrl) ?? api;
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': [mark, "'strict-dynamic'", "'self'", ...from('script'), ...(isDevelopment ? ["'unsafe-eval'"] : [])],
    'style-src': ["'self'", "'unsafe-inline'", ...from('style')],
    'style-src-elem': ["'self'", isDevelopment ? "'unsafe-inline'" : mark, ...from('style')],
    'style-src-attr': ["'unsafe-inline'"],
    'connect-src': ["'self'", api, socketOf(api), cardTokens, ...from('connect')],
    'img-src': ["'self'", api, 'blob:', 'data:', ...from('img')],
    'media-src': ["'self'", api, 'blob:', 'data:', ...from('media')],
    'font-src': ["'self'", ...from('font')],
    'frame-src': from('frame').length > 0 ? from('frame') : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...new Set(values)].join(' '))
    .join('; ');
}

const isGiven = (text: string | undefined): text is string => text !== undefined && text !== '';

/** Null for paths of this site and for what is no address. */
function originOf(address: string | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}

/** The same place as its sockets name it. */
const socketOf = (origin: string): string => origin.replace(/^http/, 'ws');

const allFrom = (origin: string | null): Sources | false =>
  origin !== null && {
    ...{ script: [origin], style: [origin], connect: [origin, socketOf(origin)], img: [origin], media: [origin] },
    ...{ font: [origin], frame: [origin] },
  };
