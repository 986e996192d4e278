import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { API_KEY_PREFIX } from '@contract/base/key-scopes';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 38 of 62 characters are 226 random bits. */
const BODY_LENGTH = 38;
/** 62 to the power of 6 exceeds 2 to the power of 32. */
const CHECKSUM_LENGTH = 6;
/** Bytes above are skipped: otherwise, some characters would be more likely than others. */
const LARGEST_BYTE = 256 - (256 % ALPHABET.length) - 1;

const keyPattern = new RegExp(`^${API_KEY_PREFIX}[0-9A-Za-z]{${BODY_LENGTH + CHECKSUM_LENGTH}}$`);

/**
 * Letters and digits, which editors select as one word. A known beginning and a CRC-32 in base 62 at the end let scanners for
 * leaked secrets find keys without false alarms, as with GitHub's tokens.
 */
export function createKeyText(): string {
  let body = '';
  while (body.length < BODY_LENGTH) {
    const [byte = 0] = randomBytes(1);
    if (byte <= LARGEST_BYTE) body += ALPHABET[byte % ALPHABET.length];
  }
  return API_KEY_PREFIX + body + computeChecksum(body);
}

/** False also for keys with a typing error, which need no query. */
export const isKeyText = (text: string): boolean =>
  keyPattern.test(text) &&
  text.slice(-CHECKSUM_LENGTH) === computeChecksum(text.slice(API_KEY_PREFIX.length, -CHECKSUM_LENGTH));

function computeChecksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    text = (ALPHABET[rest % ALPHABET.length] ?? '') + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
