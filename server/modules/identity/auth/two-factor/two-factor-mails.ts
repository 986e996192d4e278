import { composeMail } from '../../../../mail/compose-mail';

interface Recipient {
  siteName: string;
  to: string;
  /** Where a new password is set. */
  url: string;
}

const notMe = (url: string) => ({ label: 'This wasn’t me', url });

/** The mails about the second step of a log-in. They name no secrets. */

export const twoFactorOnMail = ({ siteName, to, url }: Recipient) =>
  composeMail({
    to,
    siteName,
    subject: `Two-factor is on for ${siteName}`,
    paragraphs: [
      'Logging in to your account now needs a code from your authenticator app. Other devices were logged out.',
      'Keep your recovery codes somewhere you can reach without your phone.',
      'If this wasn’t you, set a new password and contact us.',
    ],
    action: notMe(url),
  });

export const twoFactorOffMail = ({ siteName, to, url }: Recipient) =>
  composeMail({
    to,
    siteName,
    subject: `Two-factor is off for ${siteName}`,
    paragraphs: [
      'Logging in no longer needs a code from your authenticator app.',
      'If this wasn’t you, set a new password right away.',
    ],
    action: notMe(url),
  });

export const recoveryCodesMail = ({ siteName, to, url }: Recipient) =>
  composeMail({
    to,
    siteName,
    subject: `You have new recovery codes for ${siteName}`,
    paragraphs: [
      'New recovery codes were created for your account. The old ones no longer work.',
      'If this wasn’t you, set a new password right away.',
    ],
    action: notMe(url),
  });

export const recoveryCodeUsedMail = ({ siteName, to, url, left }: Recipient & { left: number }) =>
  composeMail({
    to,
    siteName,
    subject: `A recovery code opened your account on ${siteName}`,
    paragraphs: [
      `Someone, hopefully you, logged in with a recovery code instead of the app. Codes left: ${left}.`,
      'If this wasn’t you, set a new password right away and create new recovery codes.',
    ],
    action: notMe(url),
  });

/** A new or lost way to log in. `way` as in `your Google account`. */
export const loginWayMail = ({ siteName, to, url, way, isNew }: Recipient & { way: string; isNew: boolean }) =>
  composeMail({
    to,
    siteName,
    subject: `${isNew ? 'New log-in added to' : 'Log-in removed from'} ${siteName}`,
    paragraphs: [
      isNew ? `You can now log in with ${way}.` : `You can no longer log in with ${way}.`,
      'If this wasn’t you, set a new password right away and check what is linked to your account.',
    ],
    action: notMe(url),
  });
