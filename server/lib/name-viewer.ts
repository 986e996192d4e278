import { createHmac } from 'node:crypto';

/**
 * Names who looks, to count a visit once a day. Strangers are told apart by address, which is not kept: only a keyed hash
 * that changes every day.
 *
 * @param day `2026-11-22`.
 */
export const nameViewer = (
  { actor, ip }: { actor: { id: string } | null; ip: string },
  { day, secret }: { day: string; secret: string },
): string => actor?.id ?? createHmac('sha256', secret).update(`${day} ${ip}`).digest('base64url').slice(0, 22);
