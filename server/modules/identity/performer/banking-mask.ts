import type { z } from 'zod';
import type { BankingInformation } from '@contract/identity/people-schemas';
import { AppError } from '../../../errors';

export type BankingView = z.input<typeof BankingInformation>;

const SIGNS = '••••';

/** `••••0154`: enough to know an account by. A session that somebody took over must not tell where the money goes. */
const maskNumber = (number: string): string => SIGNS + number.replace(/\W/g, '').slice(-4);

/** Numbers as their owner is told of them once they are stored. */
export function maskBanking(banking: BankingView): BankingView {
  const { bankAccount, SSN } = banking;
  return { ...banking, bankAccount: maskNumber(bankAccount), ...(SSN && { SSN: SIGNS }) };
}

/**
 * A form that was filled with the masked numbers sends them back: the stored ones stay.
 *
 * @throws AppError VALIDATION_FAILED for the mask of another number: that one was changed elsewhere
 */
export function keepMasked<T extends Pick<BankingView, 'bankAccount' | 'SSN'>>(body: T, before: BankingView | null): T {
  const told = before && maskBanking(before);
  const isKept = before !== null && body.bankAccount === told?.bankAccount;
  if (!isKept && body.bankAccount.startsWith(SIGNS))
    throw new AppError('VALIDATION_FAILED', { extra: { message: ['bankAccount: Enter the whole number.'] } });
  return {
    ...body,
    ...(isKept && { bankAccount: before.bankAccount }),
    ...(before?.SSN && body.SSN === told?.SSN && { SSN: before.SSN }),
  };
}
