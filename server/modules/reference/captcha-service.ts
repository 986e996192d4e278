import type { CaptchaForm } from '@contract/define';
import type { EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../context';
import { AppError } from '../../errors';
import type { SettingsService } from '../settings/settings-service';

/** Whether somebody is a person: asked by forms that the operators want guarded. */
export function createCaptchaService(
  { gateways: { captcha } }: Pick<ServerContext, 'gateways'>,
  { settings }: { settings: SettingsService },
) {
  return {
    /** @throws AppError PROVIDER_NOT_CONFIGURED where Google makes the puzzles */
    async createChallenge(): Promise<EndpointReply<'createCaptchaChallenge'>> {
      const challenge = await captcha.createChallenge();
      if (!challenge) throw new AppError('PROVIDER_NOT_CONFIGURED');
      return challenge;
    },

    /** What the checker says of a token; the same token counts once. */
    verify: (token: string, ip: string): Promise<EndpointReply<'verifyCaptcha'>> => captcha.verify(token, ip),

    /** @throws AppError CAPTCHA_FAILED when the form is guarded and the token does not pass */
    async assertHuman(form: CaptchaForm, token: string | undefined, ip: string): Promise<void> {
      const { captchaForms } = await settings.read();
      if (!captchaForms.includes(form)) return;
      const verdict = token === undefined ? null : await captcha.verify(token, ip);
      if (!verdict?.success) throw new AppError('CAPTCHA_FAILED', { details: verdict?.['error-codes'] });
    },
  };
}

export type CaptchaService = ReturnType<typeof createCaptchaService>;
