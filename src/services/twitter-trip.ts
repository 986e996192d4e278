import Cookies from 'js-cookie';
import { limits } from '@contract/base/limits';
import { cookieBase } from './cookies';

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
    Cookies.set(name, trip[key as keyof TwitterTrip], { ...cookieBase(), expires: limits.twitterCookieDays });
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
  for (const name of Object.values(twitterCookies)) Cookies.remove(name, cookieBase());
  return trip ? { ...trip, ...rest } : undefined;
}
