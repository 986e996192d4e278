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
  it('allows only scripts with the nonce of the response', () => {
    const { 'script-src': scripts = [], 'style-src-elem': styles } = read();
    expect(scripts).toEqual(["'nonce-abc'", "'strict-dynamic'", "'self'"]);
    expect(styles).toEqual(["'self'", "'nonce-abc'"]);
    expect(read()['script-src-attr']).toEqual(["'none'"]);
    expect(JSON.stringify(read())).not.toContain('unsafe-eval');
  });

  it('lists the origins of the API, its sockets and the card service', () => {
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

  it('forbids framing the site, embedding other sites, and posting forms to them', () => {
    expect(read()).toMatchObject({
      'frame-ancestors': ["'none'"],
      'frame-src': ["'none'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
    });
  });

  it('allows a third-party service only if it is configured', () => {
    const settings = { gaCode: 'G-1', stripePublishableKey: '', chatWidgetUrl: 'https://chat.test/widget.js' };
    const policy = read({ settings });
    expect(policy['connect-src']).toEqual(
      expect.arrayContaining(['https://*.google-analytics.com', 'wss://chat.test']),
    );
    expect(policy['frame-src']).toEqual(['https://chat.test']);
    expect(JSON.stringify(policy)).not.toMatch(/stripe|recaptcha|agora|livekit/);
  });

  it('allows only the configured streaming engine', () => {
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

  it('allows the images that the operator hosts elsewhere', () => {
    const settings = { logoUrl: 'https://files.test/logo.svg', favicon: '/favicon.svg', darkmodeLogoUrl: 'no address' };
    expect(read({ settings })['img-src']).toEqual([
      "'self'",
      'https://api.test',
      'blob:',
      'data:',
      'https://files.test',
    ]);
  });

  it('allows images, media and the parts of streams from the configured origins, and nothing else', () => {
    const policy = read({ mediaSources: ['https://cdn.test'] });
    const { 'img-src': pictures, 'media-src': films, 'connect-src': calls, ...others } = policy;
    expect(pictures).toEqual(["'self'", 'https://api.test', 'https://cdn.test', 'blob:', 'data:']);
    expect(films).toEqual(pictures);
    expect(calls).toContain('https://cdn.test');
    expect(JSON.stringify(others)).not.toContain('cdn.test');
    // Any host for images must not become any host that a script can send to.
    expect(read({ mediaSources: ['https:'] })['connect-src']).not.toContain('https:');
  });

  it('allows every script that our code loads', () => {
    const { 'script-src': scripts = [] } = read({ settings: { gaCode: 'G-1', enableGoogleReCaptcha: true } });
    for (const address of [THIRD_PARTY_ADDRESSES.analyticsScript, THIRD_PARTY_ADDRESSES.recaptchaScript]) {
      expect(scripts.some((source) => address.startsWith(source))).toBe(true);
    }
  });

  it('allows eval and inserted styles in development', () => {
    const policy = read({ isDevelopment: true });
    expect(policy['script-src']).toContain("'unsafe-eval'");
    expect(policy['style-src-elem']).toEqual(["'self'", "'unsafe-inline'"]);
  });
});
