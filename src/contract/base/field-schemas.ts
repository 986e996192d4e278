import { z } from 'zod';
import { DollarsInput, NumberText } from './common-schemas';
import { limits, usernamePattern } from './limits';
import { cleanLine, cleanText, hasCredentials, isInPlainYears, toAsciiHost } from './text-rules';

const notInYears = 'must be between 1900 and 2199';

/** Fields that users type in, shared by several areas. The maximum lengths are our own decisions. */

/**
 * The cost of cleaning grows faster than the length, and zod checks the length only afterwards. So a text that is far too long
 * is replaced by one that fails the length check.
 */
const cleaned = (clean: (text: string) => string, max: number) => (text: string) =>
  text.length > 4 * max + 1000 ? 'x'.repeat(max + 1) : clean(text);

export const text = (max: number) => z.string().overwrite(cleaned(cleanText, max)).trim().max(max);

/** A name or title: one line of visible characters. */
export const line = (max: number) => z.string().overwrite(cleaned(cleanLine, max)).max(max);
export const requiredLine = (max: number) => line(max).min(1);

export const requiredText = (max: number) => text(max).min(1);

/** Like zod's own pattern, in lower case, with internationalized top-level domains: `xn--p1ai`. */
const emailPattern = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/**
 * Lower case, with the host in ASCII as in DNS (`xn--mller-kva.example` for `müller.example`), so that one mailbox is one account
 * however it is typed.
 */
export const EmailText = text(254).toLowerCase().overwrite(toAsciiHost);
export const Email = EmailText.regex(emailPattern, 'must be an email address');
export const Username = z
  .string()
  .trim()
  .toLowerCase()
  .regex(usernamePattern, 'use 3 to 30 letters, digits, dots and dashes, without spaces and without a dot at the end');
/** Opaque: with client-side hashing it is a digest. Wire contract 6. */
export const Password = z.string().min(limits.passwordMin).max(limits.passwordMax);
/** The server also rejects passwords that are easy to guess (PASSWORD_TOO_WEAK). */
export const NewPassword = Password.min(limits.newPasswordMin);
/** Confirms a sensitive change; our extension, and always optional. Empty counts as absent. */
export const CurrentPassword = z.string().max(limits.passwordMax).optional();
/** Path and query of the page that the user came from; anything else is dropped. Our extension. */
export const ReturnTo = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])\P{Cc}*$/u)
  .optional()
  .catch(undefined);
/** ISO 3166-1, two letters. */
export const CountryCode = z
  .string()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'must be a country code');
/** A date or date-time, ISO 8601, between 1900 and 2199. */
export const DateText = z.union([
  z.iso.date().max(10).refine(isInPlainYears, notInYears),
  z.iso.datetime({ offset: true }).max(40).refine(isInPlainYears, notInYears),
]);
/** Specification 5: only http and https, and no credentials before the host, since these hide where it leads. */
export const HttpUrl = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine((url) => !hasCredentials(url), 'must not hold a name or password');
/** A price of at least one major unit, as JSON or as text. Wire contract 2.3. */
export const PriceText = NumberText.pipe(DollarsInput.min(1));

/**
 * A field of an update that can be cleared: absent leaves it unchanged, `null` or an empty text clears it. Multipart forms send
 * `null` as text. Wire contract 1.8.
 */
export const clearable = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal(['', 'null']).transform(() => null), schema]).nullish();

/** A field that cannot be cleared: an empty text counts as absent, because clients always send it. Wire contract 2.3. */
export const absentIfEmpty = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => undefined), schema]).optional();

/** A solved captcha, for forms that the settings protect with one. Our extension. */
export const CaptchaToken = absentIfEmpty(text(5000));

/** Describes an exceeded limit in plain words. Undefined keeps zod's message, which is for developers. */
function sayLimit(issue: z.core.$ZodRawIssue): string | undefined {
  if ((issue.code !== 'too_big' && issue.code !== 'too_small') || issue.origin === 'date') return undefined;
  const [verb, unit] = issue.origin === 'array' ? ['hold', ''] : ['be', issue.origin === 'string' ? ' characters' : ''];
  if (issue.code === 'too_big') return `must ${verb} at most ${issue.maximum}${unit}`;
  return issue.minimum === 1 && verb + unit !== 'be'
    ? 'must not be empty'
    : `must ${verb} at least ${issue.minimum}${unit}`;
}

/** Messages for schemas without their own: forms show them to users as they are. */
z.config({
  customError: (issue) =>
    issue.code === 'invalid_format' && issue.format === 'url'
      ? 'must be a web address, as https://example.com'
      : sayLimit(issue),
});
