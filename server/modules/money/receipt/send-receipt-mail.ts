import { cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { JobData } from '../../../jobs/job-data';
import { dayText, moneyText } from '../../../mail/compose-mail';
import type { SettingsService } from '../../site/settings/settings-service';
import type { InvoiceService } from '../invoice/invoice-service';
import type { ReceiptFacts } from './receipt-facts';
import { cancelledMail, receiptMail, resumedMail } from './receipt-mails';
import { readNumbers } from './receipt-paper';
import { getPersonName, readReceiptPeople, type ReceiptPeopleDeps } from './receipt-people';
import type { ReceiptRepository } from './receipt-repository';

interface SendReceiptDeps extends Pick<ServerContext, 'env' | 'jobs'>, ReceiptPeopleDeps {
  settings: Pick<SettingsService, 'read'>;
  invoice: Pick<InvoiceService, 'numberForMail' | 'findNumbers'>;
  repository: ReceiptRepository;
}

type Job = JobData['send-receipt'];
type Receipt = Extract<Job, { paymentId: string }>;
type Cancellation = Extract<Job, { cancelled: object }>;
type Resumption = Extract<Job, { resumed: object }>;

/** Sends nothing to an account without an email address. */
export async function sendReceiptMail(deps: SendReceiptDeps, job: Job): Promise<void> {
  const { siteName } = await deps.settings.read();
  const mail = await composeMail(deps, job, siteName);
  if (mail) await deps.jobs.send('send-mail', { kind: 'news', ...mail });
}

function composeMail(deps: SendReceiptDeps, job: Job, siteName: string) {
  if ('cancelled' in job) return composeCancellation(deps, job, siteName);
  return 'resumed' in job ? composeResumption(deps, job, siteName) : composeReceipt(deps, job, siteName);
}

async function composeReceipt(deps: SendReceiptDeps, { paymentId: id, reason }: Receipt, siteName: string) {
  const facts = await deps.repository.findFacts(id);
  if (!facts) return null;
  // Assigned before composing, since a mail cannot be changed later. Without a number it shows the end of the payment's id.
  await deps.invoice.numberForMail();
  const [{ payer, creator }, after, numbers] = await Promise.all([
    readReceiptPeople(deps, facts),
    describeNextRenewal(deps, facts),
    readNumbers(deps, facts),
  ]);
  if (!payer?.email) return null;
  const url = `${deps.env.WEB_PUBLIC_URL}${getReceiptPath(facts)}`;
  const creatorName = creator ? getPersonName(creator) : '';
  return receiptMail({ to: payer.email, siteName, facts, numbers, creator: creatorName, after, reason, url });
}

async function describeNextRenewal({ repository }: SendReceiptDeps, facts: ReceiptFacts): Promise<string> {
  const subscription = await repository.findSubscription(facts);
  if (!subscription) return '';
  const { nextRecurringDate, expiredAt, price } = subscription;
  if (nextRecurringDate) {
    return `It renews on ${dayText(nextRecurringDate)} for ${moneyText(price)} plus any tax. You can cancel at any time.`;
  }
  return expiredAt ? `You have access until ${dayText(expiredAt)}.` : '';
}

async function composeCancellation(deps: SendReceiptDeps, { cancelled }: Cancellation, siteName: string) {
  const common = await composeSubscriptionParts(deps, cancelled, siteName);
  return common && cancelledMail({ ...common, until: cancelled.until === null ? null : new Date(cancelled.until) });
}

async function composeResumption(deps: SendReceiptDeps, { resumed }: Resumption, siteName: string) {
  const common = await composeSubscriptionParts(deps, resumed, siteName);
  return common && resumedMail({ ...common, renewsAt: new Date(resumed.renewsAt), price: cents(resumed.price) });
}

/** The parts that mails about renewals share; null if the account has no email address. */
async function composeSubscriptionParts(
  deps: SendReceiptDeps,
  parties: { userId: string; performerId: string | null },
  siteName: string,
) {
  const { payer, creator } = await readReceiptPeople(deps, parties);
  if (!payer?.email) return null;
  const name = creator ? `your subscription to ${getPersonName(creator)}` : `your ${siteName} membership`;
  return { to: payer.email, siteName, name, url: `${deps.env.WEB_PUBLIC_URL}/user/my-subscription` };
}

const getReceiptPath = ({ id }: ReceiptFacts): string => `/payment/receipt/${id}`;
