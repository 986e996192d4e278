import type { z } from 'zod';
import type { BankingInformation } from '@contract/identity/people-schemas';
import { AppError } from '../../../errors';

export type BankingView = z.input<typeof BankingInformation>;

const MASK = '••••';

/** Masks a number as `••••0154`, which is enough to recognize it: a hijacked session must not reveal bank details. */
const maskNumber = (number: string): string => MASK + number.replace(/\W/g, '').slice(-4);

export function maskBanking(banking: BankingView): BankingView {
  const { bankAccount, SSN } = banking;
  return { ...banking, bankAccount: maskNumber(bankAccount), ...(SSN && { SSN: MASK }) };
}

/**
 * Replaces masks that a form sends back by the stored numbers.
 * @throws AppError VALIDATION_FAILED if it is the mask of another number, because the number was changed elsewhere
 */
export function keepMasked<T extends Pick<BankingView, 'bankAccount' | 'SSN'>>(body: T, before: BankingView | null): T {
  const masked = before && maskBanking(before);
  const isKept = before !== null && body.bankAccount === masked?.bankAccount;
  if (!isKept && body.bankAccount.startsWith(MASK))
    throw new AppError('VALIDATION_FAILED', { extra: { message: ['bankAccount: Enter the whole number.'] } });
  return {
    ...body,
    ...(isKept && { bankAccount: before.bankAccount }),
    ...(before?.SSN && body.SSN === masked?.SSN && { SSN: before.SSN }),
  };
}
