import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../context';
import { newId } from '../../db/columns';
import { inTransaction } from '../../db/transaction';
import { AppError } from '../../errors';
import type { DocumentService } from './document-service';
import type { IdentityService } from './identity-service';
import { hashPassword } from './passwords';

/** Signing up as a fan. Creators sign up in the performer module, because theirs takes documents and prices. */
export function createRegistrationService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { identity, document }: { identity: IdentityService; document: DocumentService },
) {
  return {
    /**
     * Makes an account; a verification mail follows, a log-in does not.
     *
     * @throws AppError EMAIL_TAKEN, USERNAME_RESERVED, DOCUMENT_INVALID, DOCUMENT_TAKEN, and USERNAME_TAKEN_USER: this call answers 400 there.
     */
    async registerUser(input: EndpointPart<'registerUser', 'body'>): Promise<EndpointReply<'registerUser'>> {
      const { email, username } = input;
      try {
        await identity.assertNamesFree({ email, username });
        const passwordHash = await hashPassword(input.password);
        const now = clock.now();
        const account = {
          id: newId(now.getTime()),
          kind: 'user' as const,
          roles: ['user'],
          email,
          username,
          passwordHash,
          name: input.name ?? '',
          firstName: input.firstName,
          lastName: input.lastName,
          gender: input.gender,
          country: input.country,
          phone: input.phone,
          documentHash: input.documentNumber ? document.seal(input.documentNumber) : null,
          referredBy: input.ref ?? input.rel,
          createdAt: now,
        };
        await inTransaction(db, (tx) => identity.create(account, null, tx));
      } catch (error) {
        if (error instanceof AppError && error.code === 'USERNAME_TAKEN') throw new AppError('USERNAME_TAKEN_USER');
        throw error;
      }
      return { message: 'Your account is ready. We sent you a link to confirm your e-mail.' };
    },
  };
}

export type RegistrationService = ReturnType<typeof createRegistrationService>;
