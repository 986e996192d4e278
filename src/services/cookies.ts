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

export function removeToken(): void {
  Cookies.remove(tokenCookie, base);
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
