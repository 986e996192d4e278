import type { ServerContext } from '../../../../context';
import { AppError } from '../../../../errors';

/**
 * Requires a solved captcha where guests have used up their free tries, whatever forms the operators want guarded.
 * Promises I-13.
 */
export function createHumanCheck({ gateways }: Pick<ServerContext, 'gateways'>) {
  /**
   * @param message what a person reads who sent no token; that of log-in by password without it.
   * @throws AppError CAPTCHA_REQUIRED without a token, CAPTCHA_FAILED when it does not pass; both say `captchaRequired`
   */
  return async function assertHuman(token: string | undefined, ip: string, message?: string): Promise<void> {
    const extra = { captchaRequired: true };
    if (token === undefined) throw new AppError('CAPTCHA_REQUIRED', { message, extra });
    const verdict = await gateways.captcha.verify(token, ip);
    if (!verdict.success) throw new AppError('CAPTCHA_FAILED', { details: verdict['error-codes'], extra });
  };
}
