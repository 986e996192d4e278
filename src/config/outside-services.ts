import type { EndpointData } from '@contract/schemas';
import { toOrigin, toSocketOrigin } from './origins';

type Settings = Partial<EndpointData<'getSettings'>>;

/** `payment`: frames that may use the Payment Request API. Only our own code loads third-party scripts. */
export type SourceKind = 'script' | 'style' | 'connect' | 'img' | 'media' | 'font' | 'frame' | 'payment';
type Sources = Partial<Record<SourceKind, readonly string[]>>;

/** URLs of third parties that our code requests or links to. No other file contains one. */
export const THIRD_PARTY_ADDRESSES = {
  analyticsScript: 'https://www.googletagmanager.com/gtag/js',
  recaptchaScript: 'https://www.google.com/recaptcha/api.js',
  /** Target of a redirect: our pages embed nothing from it. */
  googleLogin: 'https://accounts.google.com/o/oauth2/v2/auth',
};

const services: ((settings: Settings) => Sources | false)[] = [
  ({ gaCode }) =>
    isSet(gaCode) && {
      script: ['https://www.googletagmanager.com'],
      connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
      img: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
    },
  ({ enableGoogleReCaptcha }) =>
    enableGoogleReCaptcha === true && {
      script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
      connect: ['https://www.google.com/recaptcha/'],
      frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    },
  // Stripe. docs.stripe.com/security/guide#content-security-policy
  ({ stripePublishableKey }) =>
    isSet(stripePublishableKey) && {
      script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
      connect: ['https://api.stripe.com'],
      frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      payment: ['https://js.stripe.com'],
    },
  // Agora also uses its own ports. docs.agora.io/en/introduction/firewall
  ({ agoraEnable, agoraAppId }) =>
    agoraEnable === true &&
    isSet(agoraAppId) && {
      connect: ['agora.io', 'sd-rtn.com', 'rtnsvc.com', 'rtesvc.com'].flatMap((host) => [
        `https://*.${host}:*`,
        `wss://*.${host}:*`,
      ]),
    },
  ({ livekitUrl }) => isSet(livekitUrl) && { connect: getLivekitSources(livekitUrl) },
  // Chat widget and affiliate tracker may load anything from the origin of their script.
  ({ chatWidgetUrl }) => getOriginSources(toOrigin(chatWidgetUrl)),
  ({ affiliateUrl }) => getOriginSources(toOrigin(affiliateUrl)),
  ({ logoUrl, darkmodeLogoUrl, favicon, loginPlaceholderImage }) => ({
    img: [logoUrl, darkmodeLogoUrl, favicon, loginPlaceholderImage].map(toOrigin).filter((origin) => origin !== null),
  }),
];

export function getThirdPartySources(settings: Settings): (kind: SourceKind) => string[] {
  const wanted = services.map((service) => service(settings)).filter((sources) => sources !== false);
  return (kind) => wanted.flatMap((sources) => sources[kind] ?? []);
}

const isSet = (text: string | undefined): text is string => text !== undefined && text !== '';

/** LiveKit Cloud redirects to regional servers. */
function getLivekitSources(livekitUrl: string): string[] {
  const origin = toOrigin(livekitUrl.replace(/^ws/, 'http'));
  if (origin === null) return [];
  const isCloud = origin.endsWith('.livekit.cloud');
  return [origin, toSocketOrigin(origin), ...(isCloud ? ['https://*.livekit.cloud', 'wss://*.livekit.cloud'] : [])];
}

const getOriginSources = (origin: string | null): Sources | false =>
  origin !== null && {
    script: [origin],
    style: [origin],
    connect: [origin, toSocketOrigin(origin)],
    img: [origin],
    media: [origin],
    font: [origin],
    frame: [origin],
  };
