import { call } from 'redux-saga/effects';
import { referenceRoutes } from '@contract/site/reference-routes';
import type { EndpointData } from '@contract/schemas';
import { ApiError } from '@/services/api-error';
import { runBeforeSending } from './before-sending';
import { callEndpoint } from './call-endpoint';

type CaptchaSettings = Pick<EndpointData<'getSettings'>, 'captchaProvider' | 'googleReCaptchaSiteKey'>;

const loadSolver = () => import('@/services/solve-puzzle');
const loadRecaptcha = () => import('@/services/recaptcha');

/** @param action name in the captcha provider's statistics @throws ApiError if the check does not work in this browser */
export function* solveCaptcha(settings: CaptchaSettings, action: string): Generator<unknown, string> {
  if (settings.captchaProvider === 'recaptcha') {
    const { requestRecaptchaToken } = (yield call(loadRecaptcha)) as Awaited<ReturnType<typeof loadRecaptcha>>;
    return (yield call(withCaptchaError, () =>
      requestRecaptchaToken(settings.googleReCaptchaSiteKey ?? '', action),
    )) as string;
  }
  const puzzle = yield* runBeforeSending(callEndpoint(referenceRoutes.createCaptchaChallenge));
  const { solvePuzzle } = (yield call(loadSolver)) as Awaited<ReturnType<typeof loadSolver>>;
  return (yield call(withCaptchaError, () => solvePuzzle(puzzle))) as string;
}

async function withCaptchaError(check: () => Promise<string>): Promise<string> {
  try {
    return await check();
  } catch {
    throw new ApiError(0, { message: 'The check against programs did not work in this browser. Please try again.' });
  }
}
