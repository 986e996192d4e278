import { composeMail } from '../../../../mail/compose-mail';

interface Recipient {
  siteName: string;
  to: string;
}

/** The mails about an account itself. Texts name no secrets but the link they carry. */

export const verificationMail = ({ siteName, to, url }: Recipient & { url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Verify your email for ${siteName}`,
    paragraphs: [
      `Please confirm that ${to} is yours. The link works for three days.`,
      'If you didn’t ask for this, you can ignore this email.',
    ],
    action: { label: 'Verify my email', url },
  });

export const resetMail = ({ siteName, to, url }: Recipient & { url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Set a new password for ${siteName}`,
    paragraphs: [
      'Someone, hopefully you, asked for a new password. The link works once and for one hour.',
      'If this wasn’t you, you can ignore this email. Your password stays the same.',
    ],
    action: { label: 'Choose a new password', url },
  });

/** To the owner of an account, when somebody signs up with its address once more. */
export const haveAccountMail = ({ siteName, to, url }: Recipient & { url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `You already have an account at ${siteName}`,
    paragraphs: [
      `Someone, hopefully you, just signed up with ${to}. This address already has an account, so no new one was made.`,
      'If it was you, log in as usual. If you forgot your password, choose a new one with this link.',
      'If this wasn’t you, you can ignore this email. Nothing changed.',
    ],
    action: { label: 'Set a new password', url },
  });

export const passwordChangedMail = ({ siteName, to, url }: Recipient & { url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Your password for ${siteName} was changed`,
    paragraphs: [
      'Your password was changed just now, and every other device was logged out.',
      'If this wasn’t you, set a new password right away.',
    ],
    action: { label: 'This wasn’t me', url },
  });

/**
 * To the new address: it counts once this link was opened.
 *
 * @param opensBy what opens an account without an address so far, for its owner to recognise.
 */
export const confirmNewEmailMail = ({ siteName, to, url, opensBy }: Recipient & { url: string; opensBy?: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Confirm your new email for ${siteName}`,
    paragraphs: [
      `Someone, hopefully you, wants to use ${to} for their account. The link works for three days.`,
      opensBy
        ? `The account is opened by ${opensBy}. Use the link only if that is yours: whoever has it will share your account.`
        : 'Until then the account keeps the address it has. If this wasn’t you, ignore this email: nothing changes without the link.',
    ],
    action: { label: 'Use this email', url },
  });

/** To the address still in use, before the change counts. */
export const emailChangeAskedMail = ({ siteName, to, newEmail, url }: Recipient & { newEmail: string; url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Your email for ${siteName} is about to change`,
    paragraphs: [
      `Your account will use ${newEmail} once that address is confirmed.`,
      'If this wasn’t you, stop it with this link. It works for seven days, logs out every device and lets you choose a new password.',
    ],
    action: { label: 'This wasn’t me', url },
  });

/** To the address before, once the change counts. */
export const emailChangedMail = ({ siteName, to, newEmail, url }: Recipient & { newEmail: string; url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Your email for ${siteName} was changed`,
    paragraphs: [
      `Your account now uses ${newEmail}. You can no longer log in with this address.`,
      'If this wasn’t you, take it back with this link. It works for seven days, logs out every device and lets you choose a new password.',
    ],
    action: { label: 'This wasn’t me', url },
  });

/** To an address that was never confirmed, or that an administrator changed: nothing can be taken back from there. */
export const emailMovedMail = ({ siteName, to, url }: Recipient & { url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Your email for ${siteName} was changed`,
    paragraphs: [
      'Your account now uses another email address. You can no longer log in with this one.',
      'If this wasn’t you, contact us right away.',
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
      'Someone who is logged in to your account wants to change something important. If this wasn’t you, don’t share the code, and set a new password.',
    ],
  });
