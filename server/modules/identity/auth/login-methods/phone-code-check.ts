import { timingSafeEqual } from 'node:crypto';
import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { toNetworkKey } from '../../../../lib/ip-network';
import { createLoginThrottle } from '../login/login-throttle';
import type { PhoneCodeRepository } from './phone-code-repository';

/**
 * Wrong tries that a code bears in all, and how many of them it bears from networks that did not ask for it: whoever did
 * has the rest. The throttle of guesses leaves each network five. Promises I-8, I-13.
 */
const MOST_TRIES = 20;
const MOST_TRIES_OF_OTHERS = 15;

interface Phone {
  /** E.164. */
  number: string;
  dialCode: string;
}

/** A code that was right, and can still be used up. */
export interface PhoneProof extends Phone {
  /** Uses the code up with the transaction. @throws AppError INVALID_VERIFICATION_CODE when it was used meanwhile */
  use(tx: Tx): Promise<void>;
}

/** Checks codes and limits wrong ones. */
export function createPhoneCodeCheck(
  context: Pick<ServerContext, 'db' | 'env' | 'clock' | 'gateways'>,
  { repository, hashCode }: { repository: PhoneCodeRepository; hashCode(phone: string, code: string): string },
) {
  const { db, clock } = context;
  const guesses = createLoginThrottle(context, 'phone code');

  /** @throws AppError INVALID_VERIFICATION_CODE, TOO_MANY_REQUESTS */
  return async function checkCode(phone: Phone, code: string, ip: string): Promise<PhoneProof> {
    const guess = await guesses.assertCanTry({ account: phone.number, ip });
    const id = await inTransaction(db, async (tx) => {
      const row = await repository.lock(phone.number, clock.now(), tx);
      const most = row?.address === toNetworkKey(ip) ? MOST_TRIES : MOST_TRIES_OF_OTHERS;
      if (!row || row.tries >= most) return null;
      const given = Buffer.from(hashCode(phone.number, code.replaceAll(/\s/g, '')));
      if (timingSafeEqual(given, Buffer.from(row.codeHash))) return row.id;
      // Counted, not thrown, so that the count is kept.
      await repository.countWrong(row.id, tx);
      return null;
    });
    if (id === null) throw new AppError('INVALID_VERIFICATION_CODE');
    await guesses.recordSuccess(guess);
    return {
      ...phone,
      async use(tx) {
        if (!(await repository.use(id, clock.now(), tx))) throw new AppError('INVALID_VERIFICATION_CODE');
      },
    };
  };
}
