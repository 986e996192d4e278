import crypto, { createHash, createHmac, type CipherKey } from 'node:crypto';
import { createServer, request as callServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import S3rver from 's3rver';

const ACCESS_KEY = 'S3RVER';
const SECRET_KEY = 'S3RVER';
const REGION = 'eu-test-1';
const BUCKET = 'site-files';
const original = { ...crypto };
const MAX_SKEW_MS = 15 * 60_000;

export interface S3Server {
  /** Settings of the API for this server. */
  env: Record<string, string>;
  /** Where s3rver keeps what it was sent. */
  folder: string;
  /** Method and path of each request that was let through. */
  calls: string[];
  /** Shifts the clock by which links expire. */
  advance(seconds: number): void;
  /** Drops all connections, and every new one until `mend`. */
  cut(): void;
  /** Cuts as soon as a call with such a method and path has arrived, before it is answered. */
  cutAt(call: RegExp): void;
  /** Ends the next reply to such a call in its middle. */
  breakOnce(call: RegExp): void;
  /** Lets such calls wait until `mend`. */
  hold(call: RegExp): void;
  mend(): void;
  close(): Promise<void>;
}

/**
 * An S3 server that checks signatures. s3rver behaves as S3 does, except that it does not look at version 4 signatures;
 * this proxy in front of it does.
 */
export async function startS3Server(): Promise<S3Server> {
  allowDes();
  const folder = await mkdtemp(path.join(tmpdir(), 'creator-platform-s3-'));
  const store = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port: storePort } = await store.run();
  const sockets = new Set<Socket>();
  const calls: string[] = [];
  /** By path. S3 shows an object once it is whole, s3rver while it is being written, and even for a moment after its answer. */
  const writes = new Map<string, Promise<unknown>>();
  let isCut = false;
  let fatal: RegExp | undefined;
  let broken: RegExp | undefined;
  let held: { call: RegExp; released: Promise<void>; release(): void } | undefined;
  let shiftMs = 0;
  const proxy = createServer((request, reply) => {
    void answer(request, reply).catch(() => reply.destroy());
  });
  proxy.on('connection', (socket) => {
    if (isCut) return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    return undefined;
  });
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };

  function cut(): void {
    isCut = true;
    drop();
  }

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    // Clients correct their clock by this header, which Node.js would take from the clock outside of the tests.
    reply.setHeader('date', new Date().toUTCString());
    const refusal = findRefusal(request, body, Date.now() + shiftMs);
    if (refusal !== null) return refuse(reply, 403, refusal);
    const place = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
    const call = `${request.method} ${place}`;
    calls.push(call);
    if (fatal?.test(call)) return cut();
    if (held?.call.test(call)) await held.released;
    const isList = request.method === 'GET' && request.url?.includes('list-type=');
    await (isList ? Promise.all(writes.values()) : writes.get(place));
    const forwarded = forward(request, body, reply, call);
    if (request.method !== 'PUT' || request.url?.includes('partNumber=')) return;
    writes.set(
      place,
      forwarded.then(async (status) => status === 200 && (await untilWhole(place, body.length))),
    );
  }

  /** @returns the status of the answer once it was sent */
  function forward(request: IncomingMessage, body: Buffer, reply: ServerResponse, call: string): Promise<number> {
    const { method, url, headers } = request;
    const onward = callServer({ port: storePort, host: '127.0.0.1', method, path: url, headers }, (from) => {
      const { date: _date, ...kept } = from.headers;
      reply.writeHead(from.statusCode ?? 500, kept);
      if (!broken?.test(call)) return void from.pipe(reply);
      broken = undefined;
      from.once('data', (bytes: Buffer) => reply.write(bytes.subarray(0, -1), () => reply.destroy()));
      return undefined;
    });
    onward.on('error', () => reply.destroy());
    onward.end(body);
    return new Promise((resolve) => {
      reply.on('close', () => {
        onward.destroy();
        resolve(reply.headersSent ? reply.statusCode : 0);
      });
    });
  }

  async function untilWhole(place: string, size: number): Promise<void> {
    const file = `${path.join(folder, place)}._S3rver_object`;
    while (proxy.listening && (await stat(file).catch(() => null))?.size !== size) await sleep(2);
  }

  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: ACCESS_KEY,
      S3_SECRET_ACCESS_KEY: SECRET_KEY,
    },
    folder: path.join(folder, BUCKET),
    calls,
    advance: (seconds) => void (shiftMs += seconds * 1000),
    cut,
    cutAt: (call) => void (fatal = call),
    breakOnce: (call) => void (broken = call),
    hold(call) {
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => void (release = resolve));
      held = { call, released, release };
    },
    mend() {
      isCut = false;
      fatal = undefined;
      held?.release();
      held = undefined;
    },
    async close() {
      const closed = new Promise((resolve) => proxy.close(resolve));
      drop();
      await closed;
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * s3rver names the next page of a long list by DES, which Node.js has no longer. Triple DES with three times the key is the same
 * cipher.
 */
function allowDes(): void {
  const { createCipheriv, createDecipheriv } = original;
  type Create = (name: string, key: CipherKey, ...rest: unknown[]) => unknown;
  const withDes =
    (create: Create): Create =>
    (name, key, ...rest) =>
      name === 'des' ? create('des-ede3-cbc', Buffer.concat(Array(3).fill(key)), ...rest) : create(name, key, ...rest);
  Object.assign(crypto, {
    createCipheriv: withDes(createCipheriv as Create),
    createDecipheriv: withDes(createDecipheriv as Create),
  });
}

function refuse(reply: ServerResponse, status: number, code: string): void {
  reply.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
}

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const toMs = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/**
 * Signature version 4 as its documentation describes it, by headers or by query: "Authenticating Requests" in the S3 API
 * reference. @returns the code of the error, or null
 */
function findRefusal(request: IncomingMessage, body: Buffer, now: number): string | null {
  const { method = '', headers } = request;
  const url = new URL(request.url ?? '', 'http://s3.test');
  const query = url.searchParams;
  const isLink = query.has('X-Amz-Signature');
  const header = Object.fromEntries(
    [...(headers.authorization ?? '').matchAll(/(Credential|SignedHeaders|Signature)=([^,\s]+)/g)].map(
      ([, name, value]) => [name, value],
    ),
  );
  const read = (name: 'Credential' | 'SignedHeaders' | 'Signature'): string =>
    (isLink ? query.get(`X-Amz-${name}`) : header[name]) ?? '';
  const date = (isLink ? query.get('X-Amz-Date') : String(headers['x-amz-date'])) ?? '';
  const at = toMs(date);
  if (!read('Signature') || Number.isNaN(at)) return 'AccessDenied';
  const ageMs = now - at;
  if (isLink && ageMs > Number(query.get('X-Amz-Expires')) * 1000) return 'AccessDenied';
  if (!isLink && Math.abs(ageMs) > MAX_SKEW_MS) return 'RequestTimeTooSkewed';
  const payload = isLink ? 'UNSIGNED-PAYLOAD' : String(headers['x-amz-content-sha256']);
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = read('SignedHeaders').split(';');
  const canonical = [
    method,
    url.pathname,
    [...query]
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join('&'),
    ...names.map((name: string) => `${name}:${String(headers[name]).trim()}`),
    '',
    names.join(';'),
    payload,
  ].join('\n');
  const day = date.slice(0, 8);
  const scope = `${day}/${REGION}/s3/aws4_request`;
  if (read('Credential') !== `${ACCESS_KEY}/${scope}`) return 'InvalidAccessKeyId';
  const key = [REGION, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${SECRET_KEY}`, day));
  const signature = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex');
  return signature === read('Signature') ? null : 'SignatureDoesNotMatch';
}
