import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a key for one purpose, so that a leaked key does not reveal the others. */
const deriveKey = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

export function createSecretBox(secret: string, purpose: string) {
  const key = deriveKey(secret, purpose);
  return {
    /** @param owner encrypted text works only with the same owner, so it cannot be copied into another owner's row */
    seal(text: string, owner: string): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },

    open(sealed: string, owner: string): string {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}

/** Creates a function that hashes short inputs. Without the server's secret, these hashes cannot be brute-forced. */
export function createKeyedHash(secret: string, purpose: string): (text: string) => string {
  const key = deriveKey(secret, purpose);
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}

export type SecretBox = ReturnType<typeof createSecretBox>;
