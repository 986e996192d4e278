import { composeMail } from '../../mail/compose-mail';

interface Recipient {
  siteName: string;
  to: string;
}

/** The mails about an account itself. Texts name no secrets but the link they carry. */

export const verificationMail = ({ siteName, to, url }: Recipient & { url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Confirm your e-mail for ${siteName}`,
    paragraphs: [
      `Please confirm that ${to} is yours. The link works for three days.`,
      'If you did not ask for this, you can leave it: nothing happens without the link.',
    ],
    action: { label: 'Confirm my e-mail', url },
  });

export const resetMail = ({ siteName, to, url }: Recipient & { url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Set a new password for ${siteName}`,
    paragraphs: [
      'Somebody, hopefully you, asked for a new password. The link works once and for one hour.',
      'If it was not you, your password stays as it is and you need do nothing.',
    ],
    action: { label: 'Choose a new password', url },
  });

export const passwordChangedMail = ({ siteName, to, url }: Recipient & { url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Your password for ${siteName} was changed`,
    paragraphs: [
      'Your password was changed just now, and every other device was logged out.',
      'If it was not you, set a new password at once.',
    ],
    action: { label: 'It was not me', url },
  });

export const emailChangedMail = ({ siteName, to, url }: Recipient & { url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Your e-mail for ${siteName} was changed`,
    paragraphs: [
      'Your account now uses another e-mail address; this one no longer opens it.',
      'If it was not you, tell us at once.',
    ],
    action: { label: 'Contact us', url },
  });
