import { createHmac, timingSafeEqual } from 'node:crypto';
import { inflateSync } from 'node:zlib';

const PRIVILEGES = { 1: 'join', 2: 'audio', 3: 'video', 4: 'data' } as const;

export interface AgoraToken {
  appId: string;
  channel: string;
  uid: string;
  /** Seconds after the time of issue. */
  expire: number;
  privileges: Record<string, number>;
  issuedAt: number;
}

/** Reads an Agora token of version 007. @throws Error unless it was signed with this certificate */
export function readAgoraToken(token: string, certificate: string): AgoraToken {
  if (!token.startsWith('007')) throw new Error(`Expected a token of version 007, got ${token.slice(0, 3)}`);
  const read = createReader(inflateSync(Buffer.from(token.slice(3), 'base64')));
  const signature = read.bytes();
  const signed = read.rest();
  const appId = read.bytes().toString();
  const [issuedAt, expire, salt] = [read.u32(), read.u32(), read.u32()];
  const key = hmac(u32(salt), hmac(u32(issuedAt), certificate));
  if (!timingSafeEqual(hmac(key, signed), signature)) throw new Error('wrong signature');
  if (read.u16() !== 1 || read.u16() !== 1) throw new Error('The token is not for video alone');
  const privileges: Record<string, number> = {};
  for (let left = read.u16(); left > 0; left -= 1) {
    const kind = read.u16() as keyof typeof PRIVILEGES;
    privileges[PRIVILEGES[kind]] = read.u32();
  }
  return { appId, issuedAt, expire, privileges, channel: read.bytes().toString(), uid: read.bytes().toString() };
}

const hmac = (key: Buffer, message: Buffer | string) => createHmac('sha256', key).update(message).digest();

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function createReader(buffer: Buffer) {
  let at = 0;
  const take = (length: number) => buffer.subarray(at, (at += length));
  const u16 = () => take(2).readUInt16LE();
  return { u16, u32: () => take(4).readUInt32LE(), bytes: () => take(u16()), rest: () => buffer.subarray(at) };
}
