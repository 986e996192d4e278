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

/** To the new address: it counts once this link was opened. */
export const confirmNewEmailMail = ({ siteName, to, url }: Recipient & { url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Confirm your new e-mail for ${siteName}`,
    paragraphs: [
      `Somebody, hopefully you, wants to use ${to} for their account. The link works for three days.`,
      'Until then the account keeps the address it has. If it was not you, leave this mail: nothing happens without the link.',
    ],
    action: { label: 'Use this e-mail', url },
  });

/** To the address still in use, before the change counts. */
export const emailChangeAskedMail = ({ siteName, to, newEmail, url }: Recipient & { newEmail: string; url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Your e-mail for ${siteName} is about to change`,
    paragraphs: [
      `Your account is to use ${newEmail} from now on. It will, as soon as that address is confirmed.`,
      'If it was not you, stop it with this link: it works for seven days, logs out every device and lets you set a new password.',
    ],
    action: { label: 'It was not me', url },
  });

/** To the address before, once the change counts. */
export const emailChangedMail = ({ siteName, to, newEmail, url }: Recipient & { newEmail: string; url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Your e-mail for ${siteName} was changed`,
    paragraphs: [
      `Your account now uses ${newEmail}; this address no longer opens it.`,
      'If it was not you, take it back with this link: it works for seven days, logs out every device and lets you set a new password.',
    ],
    action: { label: 'It was not me', url },
  });

/** To an address that was never confirmed, or that an administrator changed: nothing can be taken back from there. */
export const emailMovedMail = ({ siteName, to, url }: Recipient & { url: string }) =>
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

export const confirmationCodeMail = ({ siteName, to, code }: Recipient & { code: string }) =>
  composeMail({
    to,
    siteName,
    subject: `${code} is your code for ${siteName}`,
    paragraphs: [
      `Your code is ${code}. It works once and for ten minutes.`,
      'Somebody who is logged in to your account wants to change something important. If it was not you, tell nobody the code and set a new password.',
    ],
  });
