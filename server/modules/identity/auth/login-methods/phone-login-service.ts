import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../../context';
import { newId } from '../../../../db/columns';
import { inTransaction } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { ClientInfo, LoginCompletion } from '../login/login-completion-service';
import { createIdentityRepository } from '../accounts/identity-repository';
import type { PhoneProof } from './phone-code-check';
import type { PhoneCodeService } from './phone-code-service';

export function createPhoneLoginService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { entry, phoneCodes }: { entry: LoginCompletion; phoneCodes: PhoneCodeService },
) {
  const identities = createIdentityRepository(db);

  /** Wire contract 2.1. */
  async function createAccount(
    { number, dialCode, use }: PhoneProof,
    entering: { remember?: boolean; caller: ClientInfo; device?: string },
  ) {
    const now = clock.now();
    return inTransaction(db, async (tx) => {
      await use(tx);
      const row = {
        id: newId(now.getTime()),
        kind: 'user' as const,
        roles: ['user'],
        createdAt: now,
        phone: number,
        phoneCode: dialCode,
        verifiedPhone: true,
        isWithoutForm: true,
      };
      return entry.enterNew(await identities.insert(row, null, tx), entering, tx);
    });
  }

  const service = {
    /**
     * Does not log in to an account that only has the number in its profile, unverified.
     * @throws AppError PHONE_INVALID, PROVIDER_NOT_CONFIGURED, and those of a login
     */
    async login(
      body: EndpointPart<'loginWithPhone', 'body'>,
      caller: ClientInfo,
    ): Promise<EndpointReply<'loginWithPhone'>> {
      const proof = await phoneCodes.check(body.phone, body.code, caller.ip);
      const { remember, verificationCode, device } = body;
      const account = await identities.findByLogin({ phone: proof.number });
      if (account) {
        const complete = proof.use;
        return {
          ...(await entry.enter({ account, verificationCode, remember, caller, device, complete })),
          isNew: false,
        };
      }
      try {
        return { ...(await createAccount(proof, { remember, caller, device })), isNew: true };
      } catch (error) {
        // A concurrent request created the account, so this transaction was rolled back. Log in to that account.
        if (error instanceof AppError && error.code === 'LINKED_ELSEWHERE') return service.login(body, caller);
        throw error;
      }
    },
  };
  return service;
}
