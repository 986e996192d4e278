import { contentSecurityPolicy } from './content-security';
import { THIRD_PARTY_ADDRESSES } from './outside-services';

const env = { apiEndpoint: 'https://api.test/v1', cardTokenUrl: 'https://cards.test/token' };

function read(input: Partial<Parameters<typeof contentSecurityPolicy>[0]> = {}): Record<string, string[]> {
  const asked = { nonce: 'abc', env, mediaSources: [], settings: {}, isDevelopment: false, ...input };
  const policy = contentSecurityPolicy(asked);
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values];
    }),
  );
}

describe('content security policy', () => {
  it('lets scripts run by the nonce of the reply only', () => {
    const { 'script-src': scripts = [], 'style-src-elem': styles } = read();
    expect(scripts).toEqual(["'nonce-abc'", "'strict-dynamic'", "'self'"]);
    expect(styles).toEqual(["'self'", "'nonce-abc'"]);
    expect(read()['script-src-attr']).toEqual(["'none'"]);
    expect(JSON.stringify(read())).not.toContain('unsafe-eval');
  });

  it('names the API, its sockets and the service for cards by their origins', () => {
    const policy = read();
    expect(policy['connect-src']).toEqual([
      "'self'",
      'https://api.test',
      'wss://api.test',
      'https://cards.test',
      'blob:',
    ]);
    expect(policy['img-src']).toEqual(["'self'", 'https://api.test', 'blob:', 'data:']);
    expect(policy['media-src']).toContain('https://api.test');
  });

  it('lets nobody frame the site, and nothing be framed, embedded or sent elsewhere', () => {
    expect(read()).toMatchObject({
      'frame-ancestors': ["'none'"],
      'frame-src': ["'none'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
    });
  });

  it('opens up to a service only where it is configured', () => {
    const settings = { gaCode: 'G-1', stripePublishableKey: '', chatWidgetUrl: 'https://chat.test/widget.js' };
    const policy = read({ settings });
    expect(policy['connect-src']).toEqual(
      expect.arrayContaining(['https://*.google-analytics.com', 'wss://chat.test']),
    );
    expect(policy['frame-src']).toEqual(['https://chat.test']);
    expect(JSON.stringify(policy)).not.toMatch(/stripe|recaptcha|agora|livekit/);
  });

  it('opens up to the one engine of live shows that the site has', () => {
    const agora = read({ settings: { agoraEnable: true, agoraAppId: 'a1', livekitUrl: '' } })['connect-src'];
    expect(agora).toEqual(expect.arrayContaining(['https://*.agora.io:*', 'wss://*.sd-rtn.com:*']));
    expect(JSON.stringify(agora)).not.toContain('livekit');
    const own = read({ settings: { agoraEnable: false, agoraAppId: '', livekitUrl: 'wss://live.test:7443' } });
    expect(own['connect-src']).toEqual(expect.arrayContaining(['https://live.test:7443', 'wss://live.test:7443']));
    expect(JSON.stringify(own)).not.toMatch(/agora|livekit/);
    const cloud = read({ settings: { livekitUrl: 'wss://site.livekit.cloud' } })['connect-src'];
    expect(cloud).toContain('wss://*.livekit.cloud');
    expect(read({ settings: { livekitUrl: 'no address' } })['connect-src']).toEqual(read()['connect-src']);
  });

  it('takes pictures from where the operator keeps them', () => {
    const settings = { logoUrl: 'https://files.test/logo.svg', favicon: '/favicon.svg', darkmodeLogoUrl: 'no address' };
    expect(read({ settings })['img-src']).toEqual([
      "'self'",
      'https://api.test',
      'blob:',
      'data:',
      'https://files.test',
    ]);
  });

  it('takes pictures and films from where a backend of somebody else keeps them, and nothing more', () => {
    const { 'img-src': pictures, 'media-src': films, ...others } = read({ mediaSources: ['https://cdn.test'] });
    expect(pictures).toEqual(["'self'", 'https://api.test', 'https://cdn.test', 'blob:', 'data:']);
    expect(films).toEqual(pictures);
    expect(JSON.stringify(others)).not.toContain('cdn.test');
  });

  it('names the address of every script that our own code loads', () => {
    const { 'script-src': scripts = [] } = read({ settings: { gaCode: 'G-1', enableGoogleReCaptcha: true } });
    for (const address of [THIRD_PARTY_ADDRESSES.analyticsScript, THIRD_PARTY_ADDRESSES.recaptchaScript]) {
      expect(scripts.some((source) => address.startsWith(source))).toBe(true);
    }
  });

  it('lets the tools evaluate and insert styles while developing', () => {
    const policy = read({ isDevelopment: true });
    expect(policy['script-src']).toContain("'unsafe-eval'");
    expect(policy['style-src-elem']).toEqual(["'self'", "'unsafe-inline'"]);
  });
});
