import { composeMail, dayText } from '../../../mail/compose-mail';

interface Recipient {
  siteName: string;
  to: string;
}

export const deletionAskedMail = ({ siteName, to, at, url }: Recipient & { at: Date; url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Your account on ${siteName} will be deleted`,
    paragraphs: [
      `You asked us to delete your account. That will happen on ${dayText(at)}. Your subscriptions won’t renew.`,
      'Until then you can log in and keep it. If this wasn’t you, log in, keep your account and set a new password right away.',
    ],
    action: { label: 'Keep my account', url },
  });

export const deletionCancelledMail = ({
  siteName,
  to,
  url,
  isPerformer,
}: Recipient & { url: string; isPerformer: boolean }) =>
  composeMail({
    to,
    siteName,
    subject: `Your account on ${siteName} stays`,
    paragraphs: [
      isPerformer
        ? 'Your account will not be deleted. Renewals of your subscribers stay off. They can turn them on again or subscribe again.'
        : 'Your account will not be deleted. Your subscriptions no longer renew. You can turn renewal on again where one is still running.',
    ],
    action: { label: `Open ${siteName}`, url },
  });

export const deletedMail = ({ siteName, to }: Recipient) =>
  composeMail({
    to,
    siteName,
    subject: `Your account on ${siteName} was deleted`,
    paragraphs: [
      'Your account and everything in it have been deleted. This is our last email to you.',
      'Records we must keep by law, such as payments, no longer carry your name.',
    ],
  });
