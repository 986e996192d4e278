import { generateSecret, generateURI, verify } from 'otplib';
import { toDataURL } from 'qrcode';

/** Seconds for which a code is valid, and by which clocks may differ: one step either way. RFC 6238. */
const PERIOD = 30;

export interface TotpKey {
  secret: string;
  otpauthUrl: string;
  /** Data URL of a QR code that contains `otpauthUrl`. */
  qrCode: string;
}

/** Creates a secret of 160 bits. */
export async function createTotpKey({ siteName, account }: { siteName: string; account: string }): Promise<TotpKey> {
  const secret = generateSecret();
  // Colons are removed, because a colon separates issuer and account in the URL.
  const issuer = siteName.replaceAll(':', ' ');
  const otpauthUrl = generateURI({ issuer, label: account.replaceAll(':', ' '), secret });
  return { secret, otpauthUrl, qrCode: await toDataURL(otpauthUrl, { margin: 1, width: 240 }) };
}

/**
 * @param afterStep step of the last accepted code; codes up to that are rejected
 * @returns the step of the code; null if it is wrong
 */
export async function matchTotp(
  secret: string,
  code: string,
  { now, afterStep }: { now: Date; afterStep: number | null },
): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: PERIOD,
  });
  if (!result.valid || !('timeStep' in result)) return null;
  return afterStep !== null && result.timeStep <= afterStep ? null : result.timeStep;
}
