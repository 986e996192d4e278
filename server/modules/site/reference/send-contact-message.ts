import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { contactMessages } from '../../../db/schema/site';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { composeMail } from '../../../mail/compose-mail';
import type { SettingsService } from '../settings/settings-service';

interface ContactDeps extends Pick<ServerContext, 'db' | 'jobs'> {
  settings: Pick<SettingsService, 'read' | 'getOperatorAddress'>;
}

/**
 * Stores the message and mails it to the operators, so that replies go to its sender.
 *
 * @throws AppError CONTACT_CLOSED if it would reach nobody; nothing is stored then
 */
export async function sendContactMessage(
  { db, jobs, settings }: ContactDeps,
  { name, email, message }: EndpointPart<'sendContactMessage', 'body'>,
): Promise<EndpointReply<'sendContactMessage'>> {
  const site = await settings.read();
  const { siteName } = site;
  const to = settings.getOperatorAddress(site);
  if (to === '') throw new AppError('CONTACT_CLOSED');
  await inTransaction(db, async (tx) => {
    await tx.insert(contactMessages).values({ name, email, message });
    const mail = composeMail({
      to,
      siteName,
      subject: `Message from ${name.replaceAll(/\s+/g, ' ')}`,
      paragraphs: [`${name} <${email}> writes:`, message],
    });
    await jobs.send('send-mail', { kind: 'unconfirmed', ...mail, replyTo: email }, { tx });
  });
  return { success: true };
}
