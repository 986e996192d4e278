import Cookies from 'js-cookie';
import { limits } from '@contract/limits';

/** The auth cookie. Its lifetime is the specification's (section 9). */
export const tokenCookie = 'token';

const base = { path: '/', sameSite: 'lax' } as const;
const secure = () => ({ secure: window.location.protocol === 'https:' });

export function saveToken(token: string, remember: boolean): void {
  Cookies.set(tokenCookie, token, {
    ...base,
    ...secure(),
    expires: remember ? limits.rememberDays : limits.sessionDays,
  });
}

export function readToken(): string | undefined {
  return Cookies.get(tokenCookie);
}

/** The header's value by which the server takes a dead token back. */
export const endedTokenCookie = `${tokenCookie}=; Path=/; Max-Age=0; SameSite=Lax`;

export function removeToken(): void {
  Cookies.remove(tokenCookie, base);
}

/** What a Twitter log-in has to remember while the browser is at Twitter. Specification 3. */
export interface TwitterTrip {
  oauthToken: string;
  oauthTokenSecret: string;
  callbackUrl: string;
  /** A hint for the first log-in only: roles come from the server each time. */
  role: 'user' | 'performer';
}

const twitterCookies = {
  oauthToken: 'oauthToken',
  oauthTokenSecret: 'oauthTokenSecret',
  callbackUrl: 'twCallbackUrl',
  role: 'role',
} as const satisfies Record<keyof TwitterTrip, string>;

export function saveTwitterTrip(trip: TwitterTrip): void {
  for (const [key, name] of Object.entries(twitterCookies)) {
    Cookies.set(name, trip[key as keyof TwitterTrip], { ...base, ...secure(), expires: limits.twitterCookieDays });
  }
}

/** Takes the cookies along and removes them: they serve one log-in. */
export function takeTwitterTrip(): TwitterTrip | undefined {
  const read = (key: keyof TwitterTrip) => Cookies.get(twitterCookies[key]);
  const [oauthToken, oauthTokenSecret] = [read('oauthToken'), read('oauthTokenSecret')];
  const trip = oauthToken && oauthTokenSecret && { oauthToken, oauthTokenSecret };
  const rest = {
    callbackUrl: read('callbackUrl') ?? '',
    role: read('role') === 'performer' ? 'performer' : 'user',
  } as const;
  for (const name of Object.values(twitterCookies)) Cookies.remove(name, base);
  return trip ? { ...trip, ...rest } : undefined;
}

/** Reads one cookie out of a request's header. Server side of `readToken`. */
export function readCookieHeader(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const cut = pair.indexOf('=');
    if (cut > 0 && pair.slice(0, cut).trim() === name) return decode(pair.slice(cut + 1).trim()) || undefined;
  }
  return undefined;
}

/** Anybody can send a cookie that is not encoded properly: it is taken for none. */
function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
