import type { TestApp } from '../harness/build-test-app';

export const WEB_PAGE = 'http://web.test/auth/login';
export const TWITTER_CALLBACK = 'http://web.test/auth/twitter/callback';

/** Submits the form of a sandbox page. @returns where it redirects to */
export async function choose(app: TestApp, url: string, form: Record<string, string>) {
  const reply = await app.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  const { location } = reply.headers;
  return { status: reply.statusCode, body: reply.body, location: location === undefined ? null : new URL(location) };
}

export async function googleToken(app: TestApp, email: string, name = 'Someone'): Promise<string> {
  const form = { redirect_uri: WEB_PAGE, state: 'x', own: email, name };
  const { location } = await choose(app, '/sandbox/google', form);
  return new URLSearchParams(location?.hash.slice(1)).get('id_token') ?? '';
}

export async function twitterAnswer(app: TestApp, handle: string) {
  const { data } = await app.call('startTwitterLogin', { body: { callbackUrl: TWITTER_CALLBACK } });
  const { location } = await choose(app, '/sandbox/twitter', {
    oauth_token: data.oauthToken,
    own: handle,
    name: handle,
  });
  return {
    oauth_verifier: location?.searchParams.get('oauth_verifier') ?? '',
    oauthToken: data.oauthToken,
    oauthTokenSecret: data.oauthTokenSecret,
  };
}

export async function phoneCode(app: TestApp, phone: string): Promise<string> {
  await app.call('sendPhoneCode', { body: { phone } });
  const sms = app.texts.filter(({ to }) => to === phone).at(-1);
  return /\d{6}/.exec(sms?.text ?? '')?.[0] ?? '';
}

let count = 0;
export const newPhone = (): string => `+35845${String(7_000_000 + (count += 1))}`;
