import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../../context';
import { AppError } from '../../../../errors';
import { createLoginThrottle } from '../login/login-throttle';
import { createIdentityRepository } from '../accounts/identity-repository';
import { createKeyedHash } from '../../../../lib/secret-box';

/** Numbers of the identity documents of new accounts. Only a keyed hash is stored, to detect numbers already in use. */
export function createDocumentService(context: Pick<ServerContext, 'db' | 'env' | 'clock'>) {
  const identities = createIdentityRepository(context.db);
  const guesses = createLoginThrottle(context, 'document number');
  const hash = createKeyedHash(context.env.APP_SECRET, 'document number');

  return {
    /**
     * The specification requires telling whether a number is in use, so attempts are limited.
     *
     * @throws AppError TOO_MANY_REQUESTS
     */
    async check(
      { documentNumber, documentType }: EndpointPart<'checkDocument', 'body'>,
      ip: string,
    ): Promise<EndpointReply<'checkDocument'>> {
      const number = readDocumentNumber(documentNumber, documentType);
      await guesses.assertCanTry({ account: number ?? documentNumber, ip });
      return { valid: number !== null, exists: number !== null && (await identities.hasDocument(hash(number))) };
    },

    /** Hashes the number of a new account. @throws AppError DOCUMENT_INVALID, DOCUMENT_TAKEN */
    async sealNew(documentNumber: string): Promise<string> {
      const number = readDocumentNumber(documentNumber);
      if (number === null) throw new AppError('DOCUMENT_INVALID');
      const sealed = hash(number);
      if (await identities.hasDocument(sealed)) throw new AppError('DOCUMENT_TAKEN');
      return sealed;
    },
  };
}

export type DocumentService = ReturnType<typeof createDocumentService>;

const removeSeparators = (text: string) => text.toUpperCase().replaceAll(/[\s./-]/g, '');

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** Spanish DNI: the final letter is a checksum of the digits. */
const isDni = (number: string) =>
  /^\d{8}[A-Z]$/.test(number) && DNI_LETTERS[Number(number.slice(0, 8)) % DNI_LETTERS.length] === number[8];

/** Spanish NIE, for foreigners: a DNI that has X, Y or Z in place of the first digit 0, 1 or 2. */
const isNie = (number: string) =>
  /^[XYZ]\d{7}[A-Z]$/.test(number) && isDni(`${'XYZ'.indexOf(number[0] ?? '')}${number.slice(1)}`);

/** Brazilian CPF: each of the last two digits is a checksum of all digits before it. */
function isCpf(number: string): boolean {
  if (!/^\d{11}$/.test(number) || /^(\d)\1+$/.test(number)) return false;
  const digits = Array.from(number, Number);
  return [9, 10].every((length) => {
    const sum = digits.slice(0, length).reduce((total, digit, index) => total + digit * (length + 1 - index), 0);
    return ((sum * 10) % 11) % 10 === digits[length];
  });
}

const isPlausible = (number: string) =>
  /^[A-Z0-9]{5,20}$/.test(number) && /\d{3}|(?:\d.*){4}/.test(number) && !/^(.)\1+$/.test(number);

const kinds = new Map<string, (number: string) => boolean>([
  ['dni', isDni],
  ['nie', isNie],
  ['cpf', isCpf],
]);

/**
 * @param type `dni`, `nie` and `cpf` are checked by their checksum, any other type only by its format
 * @returns the number without separators; null if it is malformed
 */
export function readDocumentNumber(text: string, type = ''): string | null {
  const number = removeSeparators(text);
  const isRight = kinds.get(type.toLowerCase()) ?? isPlausible;
  return isRight(number) ? number : null;
}
