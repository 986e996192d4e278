import type { ServerContext } from '../../../../context';
import { AppError } from '../../../../errors';

/** Requires a captcha from guests who have used up their free attempts, whatever the site's captcha settings. Promises I-13. */
export function createHumanCheck({ gateways }: Pick<ServerContext, 'gateways'>) {
  /**
   * @param message for a missing token; defaults to the one for password logins
   * @throws AppError CAPTCHA_REQUIRED, CAPTCHA_FAILED
   */
  return async function assertHuman(token: string | undefined, ip: string, message?: string): Promise<void> {
    const extra = { captchaRequired: true };
    if (token === undefined) throw new AppError('CAPTCHA_REQUIRED', { message, extra });
    const verdict = await gateways.captcha.verify(token, ip);
    if (!verdict.success) throw new AppError('CAPTCHA_FAILED', { details: verdict['error-codes'], extra });
  };
}
