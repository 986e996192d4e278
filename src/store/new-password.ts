import { call } from 'redux-saga/effects';
import { useEffect, useState } from 'react';
import { errorCatalogue } from '@contract/base/errors';
import { limits } from '@contract/base/limits';
import { ApiError } from '@/services/api-error';
import { toSentPassword } from '@/services/password-hash';
import { estimatePassword, type PasswordStrength } from '@/services/password-strength';
import { selectHasExtension } from './backend';
import { selectState } from './call-endpoint';
import { useAppSelector } from './hooks';

const TYPING_PAUSE_MS = 200;

/**
 * @param own names of the account, which make a password weak
 * @returns `strength`: null for backends without the rule, for short passwords, and until the word lists are loaded
 */
export function useNewPassword(password: string, own: readonly string[] = []) {
  const isStrict = useAppSelector(selectHasExtension('strongPasswords'));
  const minLength = isStrict ? limits.newPasswordMin : limits.passwordMin;
  const [known, setKnown] = useState<{ password: string; strength: PasswordStrength | null }>();
  const ownWords = own.join('\n');
  useEffect(() => {
    if (!isStrict || password.length < minLength) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void estimatePassword(password, ownWords.split('\n')).then((strength) => {
        if (isCurrent) setKnown({ password, strength });
      });
    }, TYPING_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isStrict, minLength, password, ownWords]);
  return { minLength, strength: known?.password === password ? known.strength : null };
}

/**
 * Checks the strength before hashing, because the hash does not reveal how weak a password is.
 *
 * @throws ApiError PASSWORD_TOO_WEAK if the backend accepts only strong passwords
 */
export function* toSentNewPassword(password: string, own: readonly string[]): Generator<unknown, string> {
  if (yield* selectState(selectHasExtension('strongPasswords'))) {
    const strength = (yield call(estimatePassword, password, own)) as PasswordStrength | null;
    if (strength?.problem) {
      const { status } = errorCatalogue.PASSWORD_TOO_WEAK;
      throw new ApiError(status, { error: 'PASSWORD_TOO_WEAK', message: strength.problem });
    }
  }
  return (yield call(toSentPassword, password)) as string;
}
