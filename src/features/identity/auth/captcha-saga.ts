import type { EndpointData } from '@contract/schemas';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { selectState } from '@/store/call-endpoint';
import { solveCaptcha } from '@/store/solve-captcha';

type CaptchaForm = NonNullable<EndpointData<'getSettings'>['captchaForms']>[number];

/**
 * A proof that a person sends this form, where the site asks for one.
 *
 * @returns nothing for forms that need none.
 * @throws ApiError when the check cannot be done here.
 */
export function* proveHuman(form: CaptchaForm): Generator<unknown, string | undefined> {
  const settings = yield* selectState(selectSettings);
  if (!settings.captchaForms?.includes(form)) return undefined;
  return yield* solveCaptcha(settings, form);
}
