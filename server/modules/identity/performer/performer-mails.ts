import { composeMail } from '../../../mail/compose-mail';

interface Recipient {
  siteName: string;
  to: string;
}

const percentFormat = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });

const usually = (days: number): string =>
  days === 0 ? '' : `That usually takes up to ${days === 1 ? 'a day' : `${days} days`}. `;

/** @param days usual duration of a review; 0 omits it */
export const waitingMail = ({ siteName, to, days }: Recipient & { days: number }) =>
  composeMail({
    to,
    siteName,
    subject: `Welcome to ${siteName}: we’re reviewing your documents`,
    paragraphs: [
      'Thank you for signing up as a creator. You can log in and set up your page now.',
      `Once your documents are approved, you can publish and fans can find you. ${usually(days)}We’ll email you then.`,
    ],
  });

export const rejectedMail = ({ siteName, to, url, reason }: Recipient & { url: string; reason: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Your documents for ${siteName} need a change`,
    paragraphs: [
      'We couldn’t approve your documents yet.',
      ...(reason === '' ? [] : [`The reason: ${reason}`]),
      'Upload new ones on your account page, and we’ll review them again. Nothing else you prepared is lost.',
    ],
    action: { label: 'Upload documents', url },
  });

export const approvedMail = ({ siteName, to, url }: Recipient & { url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `You can publish on ${siteName} now`,
    paragraphs: ['Your documents are approved. Fans can find you now, and you can publish.'],
    action: { label: 'Open my page', url },
  });

/** @param commission fraction 0..1 */
export const commissionMail = ({ siteName, to, url, commission }: Recipient & { url: string; commission: number }) => {
  const percent = percentFormat.format(commission);
  return composeMail({
    to,
    siteName,
    subject: `Your commission on ${siteName} is now ${percent}`,
    paragraphs: [`From now on, ${siteName} keeps ${percent} of each of your sales. Earlier sales don’t change.`],
    action: { label: 'View my earnings', url },
  });
};
