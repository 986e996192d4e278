import { composeMail } from '../../mail/compose-mail';

interface Recipient {
  siteName: string;
  to: string;
}

/** The mails about being let in as a creator. */

export const waitingMail = ({ siteName, to }: Recipient) =>
  composeMail({
    to,
    siteName,
    subject: `Welcome to ${siteName}: we are looking at your documents`,
    paragraphs: [
      'Thank you for signing up as a creator. You can log in and prepare your page now.',
      'As soon as we have checked your documents you can publish, and fans can find you. We will write to you then.',
    ],
  });

export const rejectedMail = ({ siteName, to, url, reason }: Recipient & { url: string; reason: string }) =>
  composeMail({
    to,
    siteName,
    subject: `We need other documents for ${siteName}`,
    paragraphs: [
      'Your documents could not be approved.',
      ...(reason === '' ? [] : [`The reason: ${reason}`]),
      'Please upload new ones on your account page. We will look at them then.',
    ],
    action: { label: 'Open my account', url },
  });

export const approvedMail = ({ siteName, to, url }: Recipient & { url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `You can publish on ${siteName} now`,
    paragraphs: ['Your documents are checked. Fans can find you, and you can publish.'],
    action: { label: 'Open my page', url },
  });
