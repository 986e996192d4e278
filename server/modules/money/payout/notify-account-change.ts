import type { ServerContext } from '../../../context';
import type { Listener, PayoutAccountChanged } from '../../../events';
import { getOwnerMailKind } from '../../../lib/mail-priority';
import { composeMail } from '../../../mail/compose-mail';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { PAYOUT_REST_HOURS } from './payout-rest';

interface NotifyDeps extends Pick<ServerContext, 'env' | 'jobs'> {
  people: Pick<PeopleService, 'find'>;
  settings: Pick<SettingsService, 'read'>;
  notification: Pick<NotificationService, 'add'>;
}

const WAIT = `For your safety, payouts wait ${PAYOUT_REST_HOURS} hours.`;

/**
 * Notifies creators that their payout account was added or changed, so that a hijacker cannot redirect payouts unnoticed while
 * they are paused. Preferences turn off neither the email nor the notification.
 */
export function createAccountChangeListener({
  env,
  jobs,
  people,
  settings,
  notification,
}: NotifyDeps): Listener<'payoutAccountChanged'> {
  return async (tx, { performerId, isFirst, account }) => {
    const verb = isFirst ? 'added' : 'changed';
    const target = describeAccount(account);
    await notification.add(tx, {
      userId: performerId,
      type: 'account',
      action: `payout-account-${verb}`,
      title: `Your payout details were ${verb}`,
      message: `Your payout details were ${verb}: ${target}. ${WAIT} If this wasn’t you, change your password right away and contact us.`,
      refSource: 'payout_account',
    });
    const owner = (await people.find(performerId, tx))?.account;
    if (!owner?.email) return;
    const { siteName } = await settings.read(tx);
    const mail = composeMail({
      to: owner.email,
      siteName,
      subject: `Your payout details on ${siteName} were ${verb}`,
      paragraphs: [
        `Your payout details were ${verb} just now: ${target}. ${WAIT}`,
        'If this wasn’t you, set a new password right away, check where your payouts go, and contact us.',
      ],
      action: { label: 'Check my payout details', url: `${env.WEB_PUBLIC_URL}/creator/banking` },
      footnote: { label: 'Set a new password', url: `${env.WEB_PUBLIC_URL}/auth/forgot-password` },
    });
    await jobs.send('send-mail', { kind: getOwnerMailKind(owner), ...mail }, { tx });
  };
}

function describeAccount(account: PayoutAccountChanged['account']): string {
  switch (account.type) {
    case 'banking':
      return `bank account at ${account.bankName}${getEnding(account.bankAccount)}`;
    case 'paypal':
      return `PayPal account ${account.email}`;
    case 'ccbill':
      return 'CCBill account';
    case 'stripe':
      return 'Stripe account';
  }
}

/** Last four characters; none of a shorter number, because they would be all of it. */
function getEnding(bankAccount: string): string {
  const characters = bankAccount.replace(/\W/g, '');
  return characters.length > 4 ? `, ending in ${characters.slice(-4)}` : '';
}
