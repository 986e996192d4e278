import Cookies from 'js-cookie';
import { limits } from '@contract/base/limits';
import { loginChangeStore } from './storage';

/** Specification 9 defines the name and the lifetime. */
export const TOKEN_COOKIE = 'token';

export const getCookieOptions = () =>
  ({ path: '/', sameSite: 'lax', secure: window.location.protocol === 'https:' }) as const;

let shownToken: string | undefined;

/** Not from the cookie: if another tab logs in to another account, this page must not act as that account. */
export const getPageToken = (): string | undefined => shownToken;

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

/** The cookie's current value, shared by all tabs. */
export function readToken(): string | undefined {
  return Cookies.get(TOKEN_COOKIE);
}

/** `Set-Cookie` header that deletes an invalid token. */
export const EXPIRED_TOKEN_COOKIE = `${TOKEN_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;

export function removeToken(): void {
  adoptToken(undefined);
  Cookies.remove(TOKEN_COOKIE, getCookieOptions());
  loginChangeStore.write(Date.now());
}

export function readCookieHeader(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const cut = pair.indexOf('=');
    if (cut > 0 && pair.slice(0, cut).trim() === name) return decode(pair.slice(cut + 1).trim());
  }
  return undefined;
}

/** A token with other characters cannot be sent as a header: every API call would fail in the browser. */
const HEADER_VALUE = /^[\x21-\x7e]+$/;

function decode(value: string): string | undefined {
  try {
    const decoded = decodeURIComponent(value);
    return HEADER_VALUE.test(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}
