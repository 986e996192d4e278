import { composeMail } from '../../../../mail/compose-mail';

interface Recipient {
  siteName: string;
  to: string;
  url: string;
}

const NOT_ME = 'This wasn’t me';

const linkMail = ({ url, ...recipient }: Recipient, label: string, subject: string, paragraphs: readonly string[]) =>
  composeMail({ ...recipient, subject, paragraphs, action: { label, url } });

/** Mails about an account. They contain no secrets except in their links. */

export const verificationMail = ({ siteName, to, url }: Recipient) =>
  linkMail({ to, siteName, url }, 'Verify my email', `Verify your email for ${siteName}`, [
    `Please confirm that ${to} is yours. The link works for three days.`,
    'If you didn’t ask for this, you can ignore this email.',
  ]);

export const resetMail = ({ siteName, to, url }: Recipient) =>
  linkMail({ to, siteName, url }, 'Choose a new password', `Set a new password for ${siteName}`, [
    'Someone, hopefully you, asked for a new password. The link works once and for one hour.',
    'If this wasn’t you, you can ignore this email. Your password stays the same.',
  ]);

/** Sent instead of a link for a new password if operators closed the account. */
export const resetOfClosedMail = ({ siteName, to, url }: Recipient) =>
  linkMail({ to, siteName, url }, 'Write to us', `Your account at ${siteName} is closed`, [
    'Someone, hopefully you, asked for a new password. We closed this account, so a new password would not open it.',
    'We emailed you the reason when we closed it. If you think this is a mistake, or there is money in it, write to us.',
  ]);

/** Sent if somebody signs up with the address of an existing account. */
export const haveAccountMail = ({ siteName, to, url }: Recipient) =>
  linkMail({ to, siteName, url }, 'Set a new password', `You already have an account at ${siteName}`, [
    `Someone, hopefully you, just signed up with ${to}. This address already has an account, so no new one was made.`,
    'If it was you, log in as usual. If you forgot your password, choose a new one with this link.',
    'If this wasn’t you, you can ignore this email. Nothing changed.',
  ]);

export const passwordChangedMail = ({ siteName, to, url }: Recipient) =>
  linkMail({ to, siteName, url }, NOT_ME, `Your password for ${siteName} was changed`, [
    'Your password was changed just now, and every other device was logged out.',
    'If this wasn’t you, set a new password right away.',
  ]);

/** Sent to the new address. @param opensBy how the owner of an account without an address logs in, to recognize it */
export const confirmNewEmailMail = ({ siteName, to, url, opensBy }: Recipient & { opensBy?: string }) =>
  linkMail({ to, siteName, url }, 'Use this email', `Confirm your new email for ${siteName}`, [
    `Someone, hopefully you, wants to use ${to} for their account. The link works for three days.`,
    opensBy
      ? `The account is opened by ${opensBy}. Use the link only if that is yours: whoever has it will share your account.`
      : 'Until then the account keeps the address it has. If this wasn’t you, ignore this email: nothing changes without the link.',
  ]);

/** Sent to the current address before the change takes effect. */
export const emailChangeAskedMail = ({ siteName, to, newEmail, url }: Recipient & { newEmail: string }) =>
  linkMail({ to, siteName, url }, NOT_ME, `Your email for ${siteName} is about to change`, [
    `Your account will use ${newEmail} once that address is confirmed.`,
    'If this wasn’t you, stop it with this link. It works for seven days, logs out every device and lets you choose a new password.',
  ]);

/** Sent to the old address after the change has taken effect. */
export const emailChangedMail = ({ siteName, to, newEmail, url }: Recipient & { newEmail: string }) =>
  linkMail({ to, siteName, url }, NOT_ME, `Your email for ${siteName} was changed`, [
    `Your account now uses ${newEmail}. You can no longer log in with this address.`,
    'If this wasn’t you, take it back with this link. It works for seven days, logs out every device and lets you choose a new password.',
  ]);

/** Sent to the old address if it was never verified or an administrator changed it, so that it cannot revert the change. */
export const emailMovedMail = ({ siteName, to, url }: Recipient) =>
  linkMail({ to, siteName, url }, 'Contact us', `Your email for ${siteName} was changed`, [
    'Your account now uses another email address. You can no longer log in with this one.',
    'If this wasn’t you, contact us right away.',
  ]);

export const confirmationCodeMail = ({ siteName, to, code }: Omit<Recipient, 'url'> & { code: string }) =>
  composeMail({
    to,
    siteName,
    subject: `${code} is your code for ${siteName}`,
    paragraphs: [
      `Your code is ${code}. It works once and for ten minutes.`,
      'Someone who is logged in to your account wants to change something important. If this wasn’t you, don’t share the code, and set a new password.',
    ],
  });

export const twoFactorOnMail = ({ siteName, to, url }: Recipient) =>
  linkMail({ to, siteName, url }, NOT_ME, `Two-factor is on for ${siteName}`, [
    'Logging in to your account now needs a code from your authenticator app. Other devices were logged out.',
    'Keep your recovery codes somewhere you can reach without your phone.',
    'If this wasn’t you, set a new password and contact us.',
  ]);

export const twoFactorOffMail = ({ siteName, to, url }: Recipient) =>
  linkMail({ to, siteName, url }, NOT_ME, `Two-factor is off for ${siteName}`, [
    'Logging in no longer needs a code from your authenticator app.',
    'If this wasn’t you, set a new password right away.',
  ]);

export const recoveryCodesMail = ({ siteName, to, url }: Recipient) =>
  linkMail({ to, siteName, url }, NOT_ME, `You have new recovery codes for ${siteName}`, [
    'New recovery codes were created for your account. The old ones no longer work.',
    'If this wasn’t you, set a new password right away.',
  ]);

export const recoveryCodeUsedMail = ({ siteName, to, url, left }: Recipient & { left: number }) =>
  linkMail({ to, siteName, url }, NOT_ME, `A recovery code opened your account on ${siteName}`, [
    `Someone, hopefully you, logged in with a recovery code instead of the app. Codes left: ${left}.`,
    'If this wasn’t you, set a new password right away and create new recovery codes.',
  ]);

/** @param from such as `Firefox on Windows, in Finland` */
export const newDeviceMail = ({ siteName, to, url, from, at }: Recipient & { from: string; at: string }) =>
  linkMail({ to, siteName, url }, 'Log out this device', `New log-in to ${siteName}`, [
    `Your account was opened on a new device: ${from}. This was on ${at}.`,
    'If this was you, you can ignore this email.',
    'If this wasn’t you, log that device out with this link. It works once and for seven days, and lets you choose a new password.',
  ]);

/** @param way such as `your Google account` */
export const loginWayMail = ({ siteName, to, url, way, isNew }: Recipient & { way: string; isNew: boolean }) =>
  linkMail({ to, siteName, url }, NOT_ME, `${isNew ? 'New log-in added to' : 'Log-in removed from'} ${siteName}`, [
    isNew ? `You can now log in with ${way}.` : `You can no longer log in with ${way}.`,
    'If this wasn’t you, set a new password right away and check what is linked to your account.',
  ]);

/** @param name of the key, as its owner typed it */
export const apiKeyMail = ({ siteName, to, url, name }: Recipient & { name: string }) =>
  linkMail({ to, siteName, url }, NOT_ME, `New API key for ${siteName}`, [
    `An API key named “${name}” was created for your account. A program that has it can do what you allowed it, without your password.`,
    'If this wasn’t you, set a new password right away: that ends every API key, and logs out every other device.',
  ]);
