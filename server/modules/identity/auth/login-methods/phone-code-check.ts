import { timingSafeEqual } from 'node:crypto';
import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { toNetworkKey } from '../../../../lib/ip-network';
import { createLoginThrottle } from '../login/login-throttle';
import type { PhoneCodeRepository } from './phone-code-repository';

/**
 * Maximum wrong attempts per code: in total, and from networks that are neither the requester's nor the owner's. Promises I-8,
 * I-13.
 */
const MAX_TRIES = 20;
const MAX_TRIES_OF_OTHERS = 15;

interface Phone {
  /** E.164. */
  number: string;
  dialCode: string;
}

export interface PhoneProof extends Phone {
  /** Uses the code up when the transaction commits. @throws AppError INVALID_VERIFICATION_CODE if it was used meanwhile */
  use(tx: Tx): Promise<void>;
}

export function createPhoneCodeCheck(
  context: Pick<ServerContext, 'db' | 'env' | 'clock' | 'gateways'>,
  { repository, hashCode }: { repository: PhoneCodeRepository; hashCode(phone: string, code: string): string },
) {
  const { db, clock } = context;
  const guesses = createLoginThrottle(context, 'phone code');

  /** @throws AppError INVALID_VERIFICATION_CODE, TOO_MANY_REQUESTS */
  return async function checkCode(phone: Phone, code: string, ip: string): Promise<PhoneProof> {
    const guess = await guesses.assertCanTry({ account: phone.number, ip });
    const network = toNetworkKey(ip);
    const isOwn = (await repository.listLoginNetworks(phone.number)).includes(network);
    const given = Buffer.from(hashCode(phone.number, code.replaceAll(/\s/g, '')));
    const id = await inTransaction(db, async (tx) => {
      await repository.lock([phone.number], tx);
      const rows = (await repository.listWorking(phone.number, clock.now(), tx)).filter(
        ({ address, tries }) => tries < (isOwn || address === network ? MAX_TRIES : MAX_TRIES_OF_OTHERS),
      );
      const right = rows.find(({ codeHash }) => timingSafeEqual(given, Buffer.from(codeHash)));
      if (right) return right.id;
      // The error is thrown only after the commit, so that the count is stored.
      await repository.countWrong(
        rows.map((row) => row.id),
        tx,
      );
      return null;
    });
    if (id === null) throw new AppError('INVALID_VERIFICATION_CODE');
    await guesses.recordSuccess(guess);
    return {
      ...phone,
      async use(tx) {
        await repository.lock([phone.number], tx);
        if (!(await repository.use({ id, phone: phone.number }, clock.now(), tx)))
          throw new AppError('INVALID_VERIFICATION_CODE');
      },
    };
  };
}
