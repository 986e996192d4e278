import { composeMail } from '../../mail/compose-mail';

interface Recipient {
  siteName: string;
  to: string;
}

const onDay = (date: Date) => new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date);

export const deletionAskedMail = ({ siteName, to, at, url }: Recipient & { at: Date; url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Your account on ${siteName} will be deleted`,
    paragraphs: [
      `You asked us to delete your account. That will happen on ${onDay(at)}; your subscriptions do not renew any more.`,
      'Until then you can log in and keep it. If it was not you, log in, keep it and set a new password at once.',
    ],
    action: { label: 'Keep my account', url },
  });

export const deletionCancelledMail = ({ siteName, to, url }: Recipient & { url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Your account on ${siteName} stays`,
    paragraphs: [
      'Your account will not be deleted. Subscriptions that you ended with it stay ended; you can take them up again.',
    ],
    action: { label: `Open ${siteName}`, url },
  });

export const deletedMail = ({ siteName, to }: Recipient) =>
  composeMail({
    to,
    siteName,
    subject: `Your account on ${siteName} was deleted`,
    paragraphs: [
      'Your account and what belonged to it are gone. This is the last mail from us.',
      'What the law wants kept, such as records of payments, no longer carries your name.',
    ],
  });
