import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../../context';
import { newId } from '../../../../db/columns';
import { AppError } from '../../../../errors';
import { toWidestNetworkKey } from '../../../../lib/ip-network';
import type { DocumentService } from '../documents/document-service';
import type { IdentityService } from './identity-service';

/** Sign-up of fans. For creators, see the performer module, which also takes documents and prices. */
export function createRegistrationService(
  { clock }: Pick<ServerContext, 'clock'>,
  { identity, document }: { identity: IdentityService; document: DocumentService },
) {
  return {
    /**
     * For an address that already has an account, the response and its timing are the same. Promises I-7.
     * @throws AppError UNDER_AGE, PASSWORD_TOO_WEAK, USERNAME_RESERVED, DOCUMENT_INVALID, DOCUMENT_TAKEN; USERNAME_TAKEN_USER,
     * because this endpoint responds with 400 if the username is taken
     */
    async registerUser(
      input: EndpointPart<'registerUser', 'body'>,
      ip: string,
    ): Promise<EndpointReply<'registerUser'>> {
      const { email, username } = input;
      // Compatible clients without this question omit the field, so only an explicit no is rejected.
      if (input.isOfAge === false) throw new AppError('UNDER_AGE');
      try {
        await identity.assertNamesAvailable({ username, name: input.name });
        const documentHash = input.documentNumber ? await document.sealNew(input.documentNumber) : null;
        const own = { email, username, name: input.name };
        const passwordHash = await identity.hashNewPassword(input.password, own, toWidestNetworkKey(ip));
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
          documentHash,
          ageDeclaredAt: input.isOfAge ? now : null,
          referredBy: input.ref ?? input.rel,
          createdAt: now,
        };
        await identity.create(account, null, { returnTo: input.returnTo });
      } catch (error) {
        if (error instanceof AppError && error.code === 'USERNAME_TAKEN') throw new AppError('USERNAME_TAKEN_USER');
        throw error;
      }
      return { message: 'Check your email: we sent you a link to continue.' };
    },
  };
}
