import { toOrigin } from './origins';

/** What the browser may know of the environment. Sent in the page as JSON, so one build serves any backend. */
export interface PublicEnv {
  /** Base address of the API as the browser reaches it, without a slash at the end. */
  apiEndpoint: string;
  /** Address of this site as people's browsers see it, without a slash at the end: what links for others begin with. */
  siteUrl: string;
  /** How passwords are hashed in the browser before they are sent; null where they are not. Specification 5. */
  clientPasswordHash: 'md5' | 'sha256' | null;
  /** The operator's service where cards become tokens; null when there is none. Specification 7. */
  cardTokenUrl: string | null;
}

/** Element id of the JSON that carries PublicEnv. */
export const publicEnvElementId = 'public-env';

const trim = (url: string) => url.replace(/\/$/, '');

/** Reads the process's environment. Server only. */
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

/** @throws Error for a word that is no algorithm: log-ins would fail for a reason that nobody sees. */
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
      throw new Error('CLIENT_PASSWORD_HASH is one of 0, md5 and sha256.');
  }
}

/** Base address of the API as this server reaches it; differs from the public one behind a proxy. Server only. */
export function readInternalApiEndpoint(): string {
  return trim(
    process.env['API_INTERNAL_ENDPOINT'] || readPublicEnv().apiEndpoint.replace('//localhost', '//127.0.0.1'),
  );
}

/**
 * The host by which browsers know the API, for calls to another address of it on this machine: backends that write
 * addresses of media by the host they were asked by then name the one that pages may load from. Undefined where the operator
 * named an inner address: whoever answers there may go by its host. Server only.
 */
export function readPublicApiHost(): string | undefined {
  return process.env['API_INTERNAL_ENDPOINT'] ? undefined : new URL(readPublicEnv().apiEndpoint).host;
}

/**
 * Where pages may take pictures and films from besides this site and its API: the origins that the operator names. A
 * backend of somebody else keeps its files where it likes, so that, with none named, any https address will do for it.
 * Server only.
 */
export function readMediaSources(): string[] {
  const named = (process.env['MEDIA_ORIGINS'] ?? '').split(',').map((text) => toOrigin(text.trim()));
  const known = named.filter((origin) => origin !== null);
  return known.length === 0 && process.env['API_ENDPOINT'] ? ['https:'] : known;
}

/** Whether people reach this site by https, as the operator says. Server only. */
export function isReachedByHttps(): boolean {
  return (process.env['WEB_PUBLIC_URL'] ?? '').startsWith('https:');
}

let inBrowser: PublicEnv | undefined;

/** The public environment on either side. */
export function publicEnv(): PublicEnv {
  if (typeof document === 'undefined') return readPublicEnv();
  inBrowser ??= JSON.parse(document.getElementById(publicEnvElementId)?.textContent ?? '{}') as PublicEnv;
  return inBrowser;
}
