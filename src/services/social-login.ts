import Cookies from 'js-cookie';
import { limits } from '@contract/base/limits';
import { getCookieOptions } from './cookies';
import { THIRD_PARTY_ADDRESSES } from '@/config/outside-services';

/** State of an OAuth login while the browser is at the provider. Lasts as long as the tab. */
export interface OAuthFlow {
  /** `link` adds a login method to the signed-in account. */
  purpose: 'login' | 'link';
  role: 'user' | 'performer';
  returnTo?: string;
  /** The response must have the same value, which ties it to this browser. Absent for Twitter, whose tokens do that. */
  state?: string;
}

const STORAGE_KEY = 'outside_login';

export function saveOAuthFlow(flow: OAuthFlow): void {
  window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(flow));
}

/** Also removes it, so that each response logs in only once. */
export function takeOAuthFlow(): OAuthFlow | undefined {
  const text = window.sessionStorage.getItem(STORAGE_KEY);
  window.sessionStorage.removeItem(STORAGE_KEY);
  try {
    const flow = JSON.parse(text ?? 'null') as Partial<OAuthFlow> | null;
    const isWhole = flow?.purpose !== undefined && (flow.role === 'user' || flow.role === 'performer');
    return isWhole ? (flow as OAuthFlow) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Google returns the token in the URL fragment, which no server sees. Flow: auth-routes.ts.
 * @param options.clientId the site's id at Google; without it, the API's sandbox page is used
 */
export function getGoogleLoginUrl(options: {
  clientId?: string;
  sandboxUrl?: string;
  callbackUrl: string;
  state: string;
  nonce: string;
}): string {
  const { googleLogin } = THIRD_PARTY_ADDRESSES;
  const url = new URL(options.clientId ? googleLogin : (options.sandboxUrl ?? googleLogin));
  const query = {
    redirect_uri: options.callbackUrl,
    state: options.state,
    nonce: options.nonce,
    ...(options.clientId && {
      client_id: options.clientId,
      response_type: 'id_token',
      scope: 'openid email profile',
      prompt: 'select_account',
    }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

export function openExternalUrl(address: string): void {
  window.location.assign(address);
}

/** Also removes the fragment from the URL: the token must not stay in the browser history. */
export function takeFragment(): URLSearchParams {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return fragment;
}

/** State of a Twitter login, saved in cookies. Specification 3. */
interface TwitterFlow {
  oauthToken: string;
  oauthTokenSecret: string;
  callbackUrl: string;
  /** Role for a new account; an existing account keeps the role that the server knows. */
  role: 'user' | 'performer';
}

const TWITTER_COOKIES = {
  oauthToken: 'oauthToken',
  oauthTokenSecret: 'oauthTokenSecret',
  callbackUrl: 'twCallbackUrl',
  role: 'role',
} as const satisfies Record<keyof TwitterFlow, string>;

export function saveTwitterFlow(flow: TwitterFlow): void {
  for (const [key, name] of Object.entries(TWITTER_COOKIES)) {
    Cookies.set(name, flow[key as keyof TwitterFlow], { ...getCookieOptions(), expires: limits.twitterCookieDays });
  }
}

export function takeTwitterFlow(): TwitterFlow | undefined {
  const read = (key: keyof TwitterFlow) => Cookies.get(TWITTER_COOKIES[key]);
  const [oauthToken, oauthTokenSecret] = [read('oauthToken'), read('oauthTokenSecret')];
  const tokens = oauthToken && oauthTokenSecret && { oauthToken, oauthTokenSecret };
  const rest = {
    callbackUrl: read('callbackUrl') ?? '',
    role: read('role') === 'performer' ? 'performer' : 'user',
  } as const;
  for (const name of Object.values(TWITTER_COOKIES)) Cookies.remove(name, getCookieOptions());
  return tokens ? { ...tokens, ...rest } : undefined;
}
