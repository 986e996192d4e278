import { readTrustedProxies } from './trusted-proxies';

describe('trusted proxies', () => {
  it('are by default only this machine', () => {
    const trusts = readTrustedProxies('loopback');
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(trusts)).toEqual([true, true, true]);
    expect(['10.0.0.1', '203.0.113.7', '2001:db8::1', '', 'unknown'].some(trusts)).toBe(false);
  });

  it('can be given as the private network, addresses or networks', () => {
    const trusts = readTrustedProxies('private, 203.0.113.0/24, 2001:db8::1');
    expect(['127.0.0.1', '10.1.2.3', '192.168.0.9', 'fd00::1', '203.0.113.200', '2001:db8::1'].every(trusts)).toBe(
      true,
    );
    expect(['203.0.114.1', '2001:db8::2', '11.0.0.1'].some(trusts)).toBe(false);
    expect(['127.0.0.1', '172.20.0.2'].every(readTrustedProxies('1'))).toBe(true);
  });

  it('can be none at all', () => {
    expect(['127.0.0.1', '10.0.0.1'].some(readTrustedProxies('0'))).toBe(false);
  });

  it.each(['nginx', '10.0.0.0/33', '10.0.0.0/x', '2001:db8::/129'])('cannot be %s', (text) => {
    expect(() => readTrustedProxies(text)).toThrow(text);
  });
});
