import { call } from 'redux-saga/effects';
import { referenceRoutes } from '@contract/reference-routes';
import type { EndpointData } from '@contract/schemas';
import { selectSettings } from '@/features/settings/settings-slice';
import { ApiError } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';

type CaptchaForm = NonNullable<EndpointData<'getSettings'>['captchaForms']>[number];

const loadSolver = () => import('@/services/solve-puzzle');
const loadRecaptcha = () => import('@/services/recaptcha');

/**
 * A proof that a person sends this form, where the site asks for one.
 *
 * @returns nothing for forms that need none.
 * @throws ApiError when the check cannot be done here.
 */
export function* proveHuman(form: CaptchaForm): Generator<unknown, string | undefined> {
  const settings = yield* selectState(selectSettings);
  if (!settings.captchaForms?.includes(form)) return undefined;
  if (settings.captchaProvider === 'recaptcha') {
    const { askRecaptcha } = (yield call(loadRecaptcha)) as Awaited<ReturnType<typeof loadRecaptcha>>;
    return (yield call(orSay, () => askRecaptcha(settings.googleReCaptchaSiteKey ?? '', form))) as string;
  }
  const puzzle = yield* callEndpoint(referenceRoutes.createCaptchaChallenge);
  const { solvePuzzle } = (yield call(loadSolver)) as Awaited<ReturnType<typeof loadSolver>>;
  return (yield call(orSay, () => solvePuzzle(puzzle))) as string;
}

async function orSay(check: () => Promise<string>): Promise<string> {
  try {
    return await check();
  } catch {
    throw new ApiError(0, { message: 'The check against programs did not work in this browser. Please try again.' });
  }
}
