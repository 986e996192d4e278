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

/** Before the strength of a typed password is estimated. */
const TYPING_PAUSE_MS = 200;

/**
 * What a new password must be before this backend, and how strong the typed one is.
 *
 * @param own what the account is called.
 * @returns `strength` null while nothing is known: before others, while it is too short, and until the lists are there.
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
 * A new password as it is sent. It is estimated before it is hashed: a digest tells nobody how weak it was.
 *
 * @throws ApiError PASSWORD_TOO_WEAK where the backend takes strong ones only.
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
