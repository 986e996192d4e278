import type { Env } from '../../../env';
import type { SiteSettings } from './site-settings';

/**
 * Where mails to the operators go. As long as mails are not sent anywhere, they are written even where no address was named.
 *
 * @returns '' for nowhere.
 */
export const getOperatorAddress = (
  { contactEmail }: Pick<SiteSettings, 'contactEmail'>,
  { SMTP_URL, MAIL_FROM }: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>,
): string => (contactEmail === '' && !SMTP_URL ? MAIL_FROM : contactEmail);
