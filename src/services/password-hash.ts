import { publicEnv } from '@/config/env';

/**
 * A password as it is sent: as it was typed, or hashed where the site's runtime setting says so; the server hashes again. Front
 * ends of the family send MD5, which no browser has by itself: its code is loaded where it is needed. Specification 5, wire
 * contract 6.
 *
 * @returns lower-case hexadecimal digits where it is hashed.
 */
export async function toSentPassword(password: string): Promise<string> {
  const { clientPasswordHash } = publicEnv();
  if (!clientPasswordHash) return password;
  const bytes = new TextEncoder().encode(password);
  const digest =
    clientPasswordHash === 'md5'
      ? (await import('@noble/hashes/legacy.js')).md5(bytes)
      : new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
