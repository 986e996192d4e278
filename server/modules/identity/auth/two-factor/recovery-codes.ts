import { randomInt } from 'node:crypto';
import { hashToken } from '../session/tokens';

/** How many are made at a time. */
const RECOVERY_CODES = 10;
/** No letters that are taken for others when read from paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 4;

const oneGroup = () => Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Ten codes such as `k3vd-9wqa-h2mz-t7ce`: 79 random bits each, so nobody tries them all, even against the hashes. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, oneGroup).join('-'));

/** What is stored of a code. However it was typed: capitals, spaces and dashes do not count. */
export const hashRecoveryCode = (code: string): string => hashToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));

/** Whether somebody means a recovery code, rather than the digits of an app. */
export const looksLikeRecoveryCode = (code: string): boolean =>
  code.replaceAll(/[^a-zA-Z0-9]/g, '').length === GROUPS * GROUP;
