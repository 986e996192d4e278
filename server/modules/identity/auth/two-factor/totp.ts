import { generateSecret, generateURI, verify } from 'otplib';
import { toDataURL } from 'qrcode';

/** Seconds a code of an app stands, and how far its clock may be off: one step either way. RFC 6238. */
const PERIOD = 30;

export interface TotpKey {
  secret: string;
  otpauthUrl: string;
  /** Data URL of a picture of `otpauthUrl`. */
  qrCode: string;
}

/** A new secret of 160 bits, as an authenticator app takes it. */
export async function createTotpKey({ siteName, account }: { siteName: string; account: string }): Promise<TotpKey> {
  const secret = generateSecret();
  // A colon separates the two in the address.
  const issuer = siteName.replaceAll(':', ' ');
  const otpauthUrl = generateURI({ issuer, label: account.replaceAll(':', ' '), secret });
  return { secret, otpauthUrl, qrCode: await toDataURL(otpauthUrl, { margin: 1, width: 240 }) };
}

/**
 * Checks six digits.
 *
 * @param afterStep the step of the last code that was taken: that one and older ones are refused.
 * @returns the step of the code; null when it is not right.
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
