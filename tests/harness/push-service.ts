import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  randomBytes,
  verify,
  type ECDH,
  type JsonWebKey,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PushedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface TestBrowser {
  /** In the form of `PushSubscription.toJSON()`. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  read(request: PushedRequest): unknown;
}

export interface TestPushService {
  /** For `OUTGOING_ALLOW`. */
  host: string;
  received: PushedRequest[];
  /** Replies to the next requests, in order; then 201. */
  answers: { status: number; headers?: Record<string, string> }[];
  subscribe(): TestBrowser;
  close(): Promise<void>;
}

/** A push service, and the browsers at it: decrypts messages by itself, as RFC 8291 and 8188 describe. */
export async function startPushService(): Promise<TestPushService> {
  const received: PushedRequest[] = [];
  const answers: TestPushService['answers'] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      const { status, headers } = answers.shift() ?? { status: 201 };
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    received,
    answers,
    subscribe: () => createBrowser(`http://${host}/push/${randomBytes(16).toString('hex')}`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createBrowser(endpoint: string): TestBrowser {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    read: ({ body }) => JSON.parse(decrypt(body, keys, auth).toString('utf8')) as unknown,
  };
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHmac('sha256', key)).digest();

const LAST = Buffer.from([1]);

/** RFC 8291, 3.4, and RFC 8188, 2. */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  if (sealed.length > body.readUInt32BE(16)) throw new Error('More than one record');
  const secret = hmac(auth, keys.computeSecret(sender));
  const input = hmac(secret, 'WebPush: info\0', keys.getPublicKey(), sender, LAST);
  const pseudo = hmac(salt, input);
  const key = hmac(pseudo, 'Content-Encoding: aes128gcm\0', LAST).subarray(0, 16);
  const nonce = hmac(pseudo, 'Content-Encoding: nonce\0', LAST).subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0) throw new Error('Not the last record');
  return padded.subarray(0, end);
}

/** @returns what the server signed @throws Error if the signature is not that of `publicKey`. RFC 8292 */
export function readVapid({ headers }: PushedRequest, publicKey: string): { aud: string; exp: number; sub: string } {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== publicKey) throw new Error(`Signed with another key: ${headers.authorization}`);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk: JsonWebKey = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const verifier = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), verifier, Buffer.from(signature, 'base64url')))
    throw new Error('The signature is wrong');
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { aud: string; exp: number; sub: string };
}
