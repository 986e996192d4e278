import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Milliseconds a link works: long enough to press it, and for a download that is taken up again. */
const LIFE_MS = 15 * 60 * 1000;

/** Addresses of archives: made for their owner on each look, sealed, and short-lived. */
export function createExportLinks(options: { baseUrl: string; secret: string }) {
  // A key of its own: what is signed elsewhere with the same secret can never pass for a link.
  const key = Buffer.from(hkdfSync('sha256', options.secret, '', 'export-link', 32));
  const seal = (id: string, expires: number) =>
    createHmac('sha256', key).update(`${id}\n${expires}`).digest('base64url');

  return {
    sign(id: string, now: Date): string {
      const expires = Math.floor((now.getTime() + LIFE_MS) / 1000);
      return `${options.baseUrl}/exports/${id}/download?e=${expires}&s=${seal(id, expires)}`;
    },

    isValid(link: { id: string; expires: number; signature: string }, now: Date): boolean {
      if (link.expires * 1000 <= now.getTime()) return false;
      const wanted = Buffer.from(seal(link.id, link.expires));
      const given = Buffer.from(link.signature);
      return wanted.length === given.length && timingSafeEqual(wanted, given);
    },
  };
}
