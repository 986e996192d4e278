import type { CaptchaForm } from '@contract/base/define';
import type { EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { AppError } from '../../../errors';
import type { SettingsService } from '../settings/settings-service';

export function createCaptchaService(
  { gateways: { captcha } }: Pick<ServerContext, 'gateways'>,
  { settings }: { settings: SettingsService },
) {
  const needsCaptcha = async (form: CaptchaForm): Promise<boolean> =>
    (await settings.read()).captchaForms.includes(form);

  return {
    needsCaptcha,

    /** @throws AppError PROVIDER_NOT_CONFIGURED if reCAPTCHA is used, whose challenges come from Google */
    async createChallenge(): Promise<EndpointReply<'createCaptchaChallenge'>> {
      const challenge = await captcha.createChallenge();
      if (!challenge) throw new AppError('PROVIDER_NOT_CONFIGURED');
      return challenge;
    },

    /** A token can be used only once. */
    verify: (token: string, ip: string): Promise<EndpointReply<'verifyCaptcha'>> => captcha.verify(token, ip),

    /**
     * Other front ends send no token with `/contact` (wire contract 2.19). With the self-hosted captcha, that is accepted as
     * often as a person could type it; our front end sends a token.
     *
     * @throws AppError CAPTCHA_FAILED if the form needs a captcha and the token is missing or invalid
     * @throws AppError TOO_MANY_REQUESTS after too many requests without a token
     */
    async verifyCaptcha(
      form: CaptchaForm,
      token: string | undefined,
      ip: string,
      consumeRateLimit: (rateClass: 'unsolved', caller: string) => Promise<void>,
    ): Promise<void> {
      if (!(await needsCaptcha(form))) return;
      if (token === undefined && form === 'contact' && captcha.provider === 'altcha')
        return consumeRateLimit('unsolved', ip);
      const verdict = token === undefined ? null : await captcha.verify(token, ip);
      if (!verdict?.success) throw new AppError('CAPTCHA_FAILED', { details: verdict?.['error-codes'] });
    },
  };
}
