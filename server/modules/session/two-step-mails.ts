import { composeMail } from '../../mail/compose-mail';

interface Recipient {
  siteName: string;
  to: string;
  /** Where a new password is set. */
  url: string;
}

const notMe = (url: string) => ({ label: 'It was not me', url });

/** The mails about the second step of a log-in. They name no secrets. */

export const twoStepOnMail = ({ siteName, to, url }: Recipient) =>
  composeMail({
    to,
    siteName,
    subject: `Two-step log-in is on for ${siteName}`,
    paragraphs: [
      'From now on a log-in to your account needs a code from your authenticator app. Other devices were logged out.',
      'Keep your recovery codes where you find them without your phone.',
      'If it was not you, set a new password and tell us.',
    ],
    action: notMe(url),
  });

export const twoStepOffMail = ({ siteName, to, url }: Recipient) =>
  composeMail({
    to,
    siteName,
    subject: `Two-step log-in is off for ${siteName}`,
    paragraphs: [
      'A log-in to your account no longer needs a code from your authenticator app.',
      'If it was not you, set a new password at once.',
    ],
    action: notMe(url),
  });

export const recoveryCodesMail = ({ siteName, to, url }: Recipient) =>
  composeMail({
    to,
    siteName,
    subject: `You have new recovery codes for ${siteName}`,
    paragraphs: [
      'New recovery codes were made for your account. The ones from before do not work any more.',
      'If it was not you, set a new password at once.',
    ],
    action: notMe(url),
  });

export const recoveryCodeUsedMail = ({ siteName, to, url, left }: Recipient & { left: number }) =>
  composeMail({
    to,
    siteName,
    subject: `A recovery code opened your account on ${siteName}`,
    paragraphs: [
      `Somebody, hopefully you, logged in with a recovery code instead of the app. Codes left: ${left}.`,
      'If it was not you, set a new password at once and make new recovery codes.',
    ],
    action: notMe(url),
  });

/** A new or lost way to log in. `way` as in `your Google account`. */
export const loginWayMail = ({ siteName, to, url, way, isNew }: Recipient & { way: string; isNew: boolean }) =>
  composeMail({
    to,
    siteName,
    subject: `${isNew ? 'A new way to log in to' : 'One way less to log in to'} ${siteName}`,
    paragraphs: [
      isNew ? `From now on ${way} opens your account.` : `From now on ${way} does not open your account any more.`,
      'If it was not you, set a new password at once and look at what is linked to your account.',
    ],
    action: notMe(url),
  });
