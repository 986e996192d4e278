import { toOrigin } from './origins';

/** Environment for the browser, sent in the page as JSON, so that one build works with any backend. */
export interface PublicEnv {
  /** Base URL of the API for browsers, without a trailing slash. */
  apiEndpoint: string;
  /** Public URL of this site, without a trailing slash. */
  siteUrl: string;
  /** Algorithm with which the browser hashes passwords before sending them; null to send them as typed. Specification 5. */
  clientPasswordHash: 'md5' | 'sha256' | null;
  /** URL of the operator's card tokenization service. Specification 7. */
  cardTokenUrl: string | null;
}

export const publicEnvElementId = 'public-env';

const trim = (url: string) => url.replace(/\/$/, '');

/** Server only. */
export function readPublicEnv(): PublicEnv {
  const apiPort = process.env['API_PORT'] || '3001';
  const apiEndpoint = trim(
    process.env['API_ENDPOINT'] || process.env['API_PUBLIC_URL'] || `http://localhost:${apiPort}`,
  );
  return {
    apiEndpoint,
    siteUrl: trim(process.env['WEB_PUBLIC_URL'] || `http://localhost:${process.env['PORT'] || '3000'}`),
    cardTokenUrl: process.env['CARD_TOKEN_URL'] || null,
    clientPasswordHash: readPasswordHash(process.env['CLIENT_PASSWORD_HASH']),
  };
}

/** @throws Error for an unknown algorithm, with which logins would fail without a visible reason */
function readPasswordHash(text = ''): PublicEnv['clientPasswordHash'] {
  switch (text.trim().toLowerCase()) {
    case '':
    case '0':
    case 'false':
      return null;
    case 'md5':
      return 'md5';
    case '1':
    case 'true':
    case 'sha256':
      return 'sha256';
    default:
      throw new Error(`CLIENT_PASSWORD_HASH is "${text}": use 0, md5 or sha256.`);
  }
}

/** Base URL of the API for this server. Behind a proxy, it differs from the public one. Server only. */
export function readInternalApiEndpoint(): string {
  return trim(
    process.env['API_INTERNAL_ENDPOINT'] || readPublicEnv().apiEndpoint.replace('//localhost', '//127.0.0.1'),
  );
}

/**
 * Public host name of the API, to send with requests to its address on this machine: some backends build media URLs from the
 * requested host. Undefined if the operator configured an internal address, where the server may route by host. Server only.
 */
export function readPublicApiHost(): string | undefined {
  return process.env['API_INTERNAL_ENDPOINT'] ? undefined : new URL(readPublicEnv().apiEndpoint).host;
}

/**
 * Additional origins of images, videos and audio, as configured: the API leads browsers to its bucket. Third-party backends can
 * store files anywhere, so for them the default is any https origin. Server only.
 */
export function readMediaSources(): string[] {
  const named = `${process.env['MEDIA_ORIGINS'] ?? ''},${process.env['S3_ENDPOINT'] ?? ''}`
    .split(',')
    .map((text) => toOrigin(text.trim()));
  const known = named.filter((origin) => origin !== null);
  return known.length === 0 && process.env['API_ENDPOINT'] ? ['https:'] : known;
}

/** Server only. */
export function isReachedByHttps(): boolean {
  return (process.env['WEB_PUBLIC_URL'] ?? '').startsWith('https:');
}

let inBrowser: PublicEnv | undefined;

export function publicEnv(): PublicEnv {
  if (typeof document === 'undefined') return readPublicEnv();
  inBrowser ??= JSON.parse(document.getElementById(publicEnvElementId)?.textContent ?? '{}') as PublicEnv;
  return inBrowser;
}
