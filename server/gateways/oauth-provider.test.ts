import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { ITwitterApiClientPlugin } from 'twitter-api-v2';
import { createGoogle } from './oauth-google';
import { createTwitter } from './oauth-twitter';

const now = new Date('2026-03-01T12:00:00Z');
const seconds = now.getTime() / 1000;
const clientId = 'this-site.apps.googleusercontent.com';

describe('Google', () => {
  const build = async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' }] });
    const google = createGoogle({ clientId, now: () => now, keys });
    const sign = (claims: object, { key = privateKey, kid = 'k1' } = {}) =>
      new SignJWT({
        iss: 'https://accounts.google.com',
        aud: clientId,
        sub: '108',
        iat: seconds,
        exp: seconds + 3600,
        email: 'Mira@Mail.test',
        email_verified: true,
        name: 'Mira Oka',
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(key);
    return { google, sign };
  };

  it('reads the identity from a token', async () => {
    const { google, sign } = await build();
    expect(await google.verify(await sign({}))).toEqual({
      subject: '108',
      label: 'mira@mail.test',
      name: 'Mira Oka',
      email: 'mira@mail.test',
      emailVerified: true,
      expiresAt: new Date((seconds + 3600) * 1000),
    });
    expect(await google.verify(await sign({ iss: 'accounts.google.com', email_verified: 'true' }))).toMatchObject({
      emailVerified: true,
    });
    expect(await google.verify(await sign({ email_verified: false }))).toMatchObject({ emailVerified: false });
    expect(await google.verify(await sign({ email: undefined, name: undefined }))).toMatchObject({
      emailVerified: false,
      label: 'Google',
      name: '',
    });
  });

  it('rejects tokens that are expired, not yet valid, lack a subject, or have another site, issuer or key', async () => {
    const { google, sign } = await build();
    const other = await generateKeyPair('RS256');
    const secret = new TextEncoder().encode(clientId);
    const symmetric = new SignJWT({ iss: 'https://accounts.google.com', aud: clientId, sub: '108', exp: seconds + 60 });
    const bad = [
      await sign({ aud: 'another-site' }),
      await sign({ iss: 'https://accounts.google.com.evil.test' }),
      await sign({ exp: seconds - 31 }),
      await sign({ nbf: seconds + 31 }),
      await sign({ sub: undefined }),
      await sign({}, { key: other.privateKey }),
      await sign({}, { kid: 'k2' }),
      await symmetric.setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(secret),
      'nonsense',
    ];
    for (const token of bad) await expect(google.verify(token)).rejects.toMatchObject({ code: 'PROVIDER_REFUSED' });
  });

  it('throws PROVIDER_UNREACHABLE when Google keys cannot be fetched', async () => {
    const { sign } = await build();
    const keys = async () => {
      throw new TypeError('fetch failed');
    };
    const google = createGoogle({ clientId, now: () => now, keys });
    await expect(google.verify(await sign({}))).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' });
  });
});

describe('Twitter', () => {
  /** Replies in place of Twitter, and records the requests. */
  const build = (answer: (path: string) => object | Error) => {
    const asked: { url: string; authorization: string; body: unknown }[] = [];
    const plugin: ITwitterApiClientPlugin = {
      onBeforeRequestConfig({ url, params }) {
        const reply = answer(url.pathname);
        asked.push({ url: url.href, authorization: '', body: params.body ?? params.query });
        if (reply instanceof Error) throw reply;
        return { data: reply, headers: {}, rateLimit: undefined } as never;
      },
    };
    return { asked, twitter: createTwitter({ key: 'app-key', secret: 'app-secret', plugins: [plugin] }) };
  };

  it('fetches a request token and sends the browser to Twitter', async () => {
    const { asked, twitter } = build(() => ({
      oauth_token: 'request',
      oauth_token_secret: 'hidden',
      oauth_callback_confirmed: 'true',
    }));
    const { url, ...rest } = await twitter.start('http://web.test/auth/twitter/callback');
    expect(rest).toEqual({ token: 'request', secret: 'hidden' });
    expect(new URL(url).pathname).toBe('/oauth/authenticate');
    expect(new URL(url).searchParams.get('oauth_token')).toBe('request');
    expect(asked).toMatchObject([
      {
        url: expect.stringMatching(/^https:\/\/api\.(x|twitter)\.com\/oauth\/request_token/),
        body: { oauth_callback: 'http://web.test/auth/twitter/callback' },
      },
    ]);
  });

  it('reads the identity of the account that logged in', async () => {
    const { asked, twitter } = build(() => ({
      oauth_token: 'access',
      oauth_token_secret: 'secret',
      user_id: '42',
      screen_name: 'mira',
    }));
    const identity = await twitter.finish({ token: 'request', secret: 'hidden', verifier: 'v' });
    expect(identity).toEqual({ subject: '42', label: '@mira', name: 'mira' });
    expect(asked[0]).toMatchObject({ body: { oauth_token: 'request', oauth_verifier: 'v' } });
  });

  it('throws PROVIDER_UNREACHABLE when Twitter does not reply', async () => {
    const { twitter } = build(() => new Error('socket hang up'));
    await expect(twitter.start('http://web.test/auth/x')).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' });
  });
});
