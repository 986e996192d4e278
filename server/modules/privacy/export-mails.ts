import { composeMail } from '../../mail/compose-mail';

export const exportReadyMail = (mail: { siteName: string; to: string; url: string }) =>
  composeMail({
    to: mail.to,
    siteName: mail.siteName,
    subject: `Your data from ${mail.siteName} is ready`,
    paragraphs: [
      'You asked for everything that belongs to your account. It is packed and can be downloaded for seven days.',
      'The link leads to your account page, where you have to be logged in. If you did not ask for this, set a new password.',
    ],
    action: { label: 'Go to my data', url: mail.url },
  });
