import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../../context';
import { AppError } from '../../../../errors';
import { readDocumentNumber } from './document-numbers';
import { createLoginThrottle } from '../login/login-throttle';
import { createIdentityRepository } from '../identity/identity-repository';
import { createKeyedHash } from '../two-factor/secret-box';

/** National document numbers given at sign-up. Only a keyed hash is kept: enough to tell that one is in use. */
export function createDocumentService(context: Pick<ServerContext, 'db' | 'env' | 'clock'>) {
  const identities = createIdentityRepository(context.db);
  const guesses = createLoginThrottle(context, 'document number');
  const hash = createKeyedHash(context.env.APP_SECRET, 'document number');

  return {
    /**
     * Whether a number is well formed, and in use. The specification wants to be told; going through many is not for
     * free. @throws AppError TOO_MANY_REQUESTS
     */
    async check(
      { documentNumber, documentType }: EndpointPart<'checkDocument', 'body'>,
      ip: string,
    ): Promise<EndpointReply<'checkDocument'>> {
      const number = readDocumentNumber(documentNumber, documentType);
      await guesses.assertMayTry({ account: number ?? documentNumber, ip });
      return { valid: number !== null, exists: number !== null && (await identities.hasDocument(hash(number))) };
    },

    /** What a new account keeps of its number. @throws AppError DOCUMENT_INVALID, DOCUMENT_TAKEN */
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
