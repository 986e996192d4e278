import { composeMail } from '../../../mail/compose-mail';

export const exportReadyMail = (mail: { siteName: string; to: string; url: string }) =>
  composeMail({
    to: mail.to,
    siteName: mail.siteName,
    subject: `Your data from ${mail.siteName} is ready`,
    paragraphs: [
      'The archive of your data is ready. You can download it for seven days.',
      'The link leads to your account page, where you need to be logged in. If you didn’t ask for this, set a new password right away.',
    ],
    action: { label: 'Go to my data', url: mail.url },
  });
