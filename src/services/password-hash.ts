import { publicEnv } from '@/config/env';

/**
 * The hexadecimal hash, if the site's runtime setting asks for one; the server hashes it again. Compatible front ends send MD5,
 * which browsers lack, so its code is loaded on demand. Specification 5, wire contract 6.
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
