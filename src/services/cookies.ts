import Cookies from 'js-cookie';
import { limits } from '@contract/base/limits';
import { loginChangeStore } from './storage';

/** The auth cookie. Its lifetime is the specification's (section 9). */
export const TOKEN_COOKIE = 'token';

/** What every cookie of this app is written with. */
export const getCookieOptions = () =>
  ({ path: '/', sameSite: 'lax', secure: window.location.protocol === 'https:' }) as const;

/** What this page sends: the token of the account that it shows. */
let shownToken: string | undefined;

/**
 * The token of the account that this page shows. The cookie is shared by all tabs, and another one may log somebody else in at any
 * moment: what is pressed here must not be done in that one's name.
 */
export const getPageToken = (): string | undefined => shownToken;

/** The page goes on by this token, whose account it shows. */
export function adoptToken(token: string | undefined): void {
  shownToken = token;
}

export function saveToken(token: string, remember: boolean): void {
  adoptToken(token);
  Cookies.set(TOKEN_COOKIE, token, {
    ...getCookieOptions(),
    expires: remember ? limits.rememberDays : limits.sessionDays,
  });
  loginChangeStore.write(Date.now());
}

/** What the browser keeps now, for all of its tabs. */
export function readToken(): string | undefined {
  return Cookies.get(TOKEN_COOKIE);
}

/** The header's value by which the server takes a dead token back. */
export const EXPIRED_TOKEN_COOKIE = `${TOKEN_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;

export function removeToken(): void {
  adoptToken(undefined);
  Cookies.remove(TOKEN_COOKIE, getCookieOptions());
  loginChangeStore.write(Date.now());
}

/** Reads one cookie out of a request's header. Server side of `readToken`. */
export function readCookieHeader(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const cut = pair.indexOf('=');
    if (cut > 0 && pair.slice(0, cut).trim() === name) return decode(pair.slice(cut + 1).trim());
  }
  return undefined;
}

/** Whatever else stands in a cookie cannot be a header of the calls to the API, and would end each of them before it is sent. */
const HEADER_VALUE = /^[\x21-\x7e]+$/;

/** Anybody can send a cookie that is not encoded properly, or is no token of anybody's: it is taken for none. */
function decode(value: string): string | undefined {
  try {
    const decoded = decodeURIComponent(value);
    return HEADER_VALUE.test(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}
