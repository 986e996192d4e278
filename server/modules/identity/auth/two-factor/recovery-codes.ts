import { randomInt } from 'node:crypto';
import type { Clock } from '../../../../context';
import type { Tx } from '../../../../db/transaction';
import { hashToken } from '../session/tokens';
import type { TwoFactorRepository } from './two-factor-repository';

const CODE_COUNT = 10;
/** Lacks characters that are easily confused on paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP_COUNT = 4;
const GROUP_LENGTH = 4;

export async function replaceRecoveryCodes(
  { twoFactors, clock }: { twoFactors: Pick<TwoFactorRepository, 'replaceRecoveryCodes'>; clock: Clock },
  accountId: string,
  tx: Tx,
): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, createRecoveryCode);
  await twoFactors.replaceRecoveryCodes(accountId, codes.map(hashRecoveryCode), clock.now(), tx);
  return codes;
}

/** For example `k3vd-9wqa-h2mz-t7ce`. With 79 random bits, it cannot be found by brute force, even from its hash. */
const createRecoveryCode = (): string => Array.from({ length: GROUP_COUNT }, createGroup).join('-');

const createGroup = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export const hashRecoveryCode = (code: string): string => hashToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));

export const isRecoveryCodeFormat = (code: string): boolean =>
  code.replaceAll(/[^a-zA-Z0-9]/g, '').length === GROUP_COUNT * GROUP_LENGTH;
