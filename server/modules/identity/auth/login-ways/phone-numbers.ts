import { parsePhoneNumber } from 'awesome-phonenumber';

/** Kinds of numbers that cost the site or its owner money, or that take no texts. Promises I-8 (toll fraud). */
const unwanted = new Set(['premium-rate', 'shared-cost', 'toll-free', 'pager', 'voicemail', 'uan', 'fixed-line']);

/**
 * Reads a phone number written with its country code, however it is spaced.
 *
 * @returns it as E.164, with its dial code as `+44`; null for what is no number that takes texts.
 */
export function readPhone(text: string | undefined): { number: string; dialCode: string } | null {
  if (!text?.trim().startsWith('+')) return null;
  const parsed = parsePhoneNumber(text.trim());
  if (!parsed.valid || unwanted.has(parsed.type)) return null;
  return { number: parsed.number.e164, dialCode: `+${parsed.countryCode}` };
}
