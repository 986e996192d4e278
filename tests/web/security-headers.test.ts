import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { getNonce, setSecurityHeaders } from '@/composition/security-headers';

const reply = () => new ServerResponse(new IncomingMessage(new Socket()));

describe('the headers of a page', () => {
  it('have one nonce of 128 bits per response, which all code sees', () => {
    const replies = Array.from({ length: 200 }, reply);
    const nonces = new Set(replies.map(getNonce));
    expect(nonces.size).toBe(replies.length);
    for (const nonce of nonces) expect(Buffer.from(nonce, 'base64url')).toHaveLength(16);
    expect(replies.map(getNonce)).toEqual([...nonces]);
  });

  it('allow a service with the same nonce once the settings configure it', () => {
    const response = reply();
    setSecurityHeaders(response);
    expect(response.getHeader('content-security-policy')).not.toContain('chat.test');
    setSecurityHeaders(response, { chatWidgetUrl: 'https://chat.test/widget.js' });
    const policy = String(response.getHeader('content-security-policy'));
    expect(policy).toContain('https://chat.test');
    expect(policy).toContain(`'nonce-${getNonce(response)}'`);
  });

  it('allow payment on pages that take payments, and allow it to Stripe if Stripe is configured', () => {
    const response = reply();
    const payment = () => /payment=\(([^)]*)\)/.exec(String(response.getHeader('permissions-policy')))?.[1];
    const openers = () => response.getHeader('cross-origin-opener-policy');
    setSecurityHeaders(response);
    expect([payment(), openers()]).toEqual(['self', 'same-origin']);
    setSecurityHeaders(response, { stripePublishableKey: 'pk_test_1' });
    expect([payment(), openers()]).toEqual(['self "https://js.stripe.com"', 'same-origin-allow-popups']);
  });

  it('include HSTS only if the public address is https', () => {
    const plain = reply();
    setSecurityHeaders(plain);
    expect(plain.hasHeader('strict-transport-security')).toBe(false);
    vi.stubEnv('WEB_PUBLIC_URL', 'https://fans.test');
    const secure = reply();
    setSecurityHeaders(secure);
    expect(secure.getHeader('strict-transport-security')).toBe('max-age=31536000');
  });

  it('allow images and videos from the bucket that the API uses', () => {
    vi.stubEnv('S3_ENDPOINT', 'https://s3.storage.test');
    const response = reply();
    setSecurityHeaders(response);
    expect(String(response.getHeader('content-security-policy'))).toMatch(
      /connect-src [^;]*https:\/\/s3\.storage\.test.*img-src [^;]*https:\/\/s3\.storage\.test.*media-src [^;]*https:\/\/s3\.storage\.test/,
    );
  });

  it('allow images from any https host only if another backend is used without MEDIA_ORIGINS', () => {
    const pictures = () => {
      const response = reply();
      setSecurityHeaders(response);
      return /img-src ([^;]*)/.exec(String(response.getHeader('content-security-policy')))?.[1]?.split(' ');
    };
    expect(pictures()).not.toContain('https:');
    vi.stubEnv('API_ENDPOINT', 'https://backend.test');
    expect(pictures()).toContain('https:');
    vi.stubEnv('MEDIA_ORIGINS', 'https://files.test/some/folder, no address');
    expect(pictures()).toContain('https://files.test');
    expect(pictures()).not.toContain('https:');
  });
});
