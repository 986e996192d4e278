import { createHmac } from 'node:crypto';
import { parseEnv } from '../env';
import { listIceServers } from './ice-servers';

const parse = (text: string) => parseEnv({ APP_SECRET: 'x', STREAM_ICE_SERVERS: text }).STREAM_ICE_SERVERS;

describe('STREAM_ICE_SERVERS', () => {
  it('creates expiring credentials from a secret and never returns the secret', () => {
    const servers = parse('[{"urls":["stun:stun.example.com"]},{"urls":["turn:turn.example.com:3478"],"secret":"s"}]');
    const now = new Date(1_800_000_000_500);
    const username = '1800000120:show';
    expect(listIceServers(servers, { now, seconds: 120 })).toEqual([
      { urls: ['stun:stun.example.com'] },
      {
        urls: ['turn:turn.example.com:3478'],
        username,
        credential: createHmac('sha1', 's').update(username).digest('base64'),
      },
    ]);
  });

  it('returns configured credentials', () => {
    const server = { urls: ['turns:t.example.com'], username: 'u', credential: 'c' };
    expect(listIceServers(parse(JSON.stringify([server])), { now: new Date(), seconds: 1 })).toEqual([server]);
  });

  it.each(['turn:x', '{}', '[{"urls":[]}]', '[{"urls":["http://x"]}]', '[{"urls":["turn:x"],"password":"p"}]'])(
    'rejects %s',
    (text) => expect(() => parse(text)).toThrow('STREAM_ICE_SERVERS: must be JSON such as'),
  );

  it('is empty by default', () =>
    expect([parse(''), parseEnv({ APP_SECRET: 'x' }).STREAM_ICE_SERVERS]).toEqual([[], []]));

  it('accepts only an IP address as STREAM_PUBLIC_IP', () => {
    const parseIp = (ip: string) => parseEnv({ APP_SECRET: 'x', STREAM_PUBLIC_IP: ip }).STREAM_PUBLIC_IP;
    expect([parseIp(''), parseIp('203.0.113.7')]).toEqual([undefined, '203.0.113.7']);
    expect(() => parseIp('example.com')).toThrow('STREAM_PUBLIC_IP: must be an IP address');
  });
});
