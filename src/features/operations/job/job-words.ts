interface JobWords {
  label: string;
  /** Follows “Running it again”. */
  does: string;
}

const preparing = { label: 'Preparing an upload', does: 'makes the playable and viewable versions of the file again.' };
const rendering = {
  label: 'Making video qualities',
  does: 'makes the other qualities of a video that can be played already.',
};
const exporting = {
  label: 'Export of someone’s data',
  does: 'collects the person’s data again and emails them the link.',
};
const announcing = {
  label: 'Notifications about a post',
  does: 'notifies followers and subscribers who were not notified yet.',
};

/** By the names of the queue. */
export const jobWords = {
  'process-short-file': preparing,
  'process-file': preparing,
  'process-medium-file': preparing,
  'process-long-file': preparing,
  'process-lengthy-file': preparing,
  'make-ladder': rendering,
  'make-long-ladder': rendering,
  'resume-files': { label: 'Resuming uploads', does: 'continues with files whose preparation was interrupted.' },
  'send-reset-link': { label: 'Email to reset a password', does: 'sends the person a new link.' },
  'send-verification-link': { label: 'Email to confirm an address', does: 'sends the person a new link.' },
  'send-mail': { label: 'Email', does: 'sends the email to the person it is for.' },
  'send-receipt': { label: 'Email with a receipt', does: 'sends the receipt to the person who paid.' },
  'number-invoices': { label: 'Invoice numbers', does: 'gives a number to each sale that has none yet.' },
  'report-taxes': { label: 'Tax reports', does: 'reports sales that the tax service does not know yet.' },
  'refund-broken-sales': {
    label: 'Refunds of broken content',
    does: 'refunds content that its creator did not replace in time.',
  },
  'send-order-mail': { label: 'Email about an order', does: 'sends the email to the buyer or seller.' },
  'pass-on-refunds': { label: 'Refund deadlines', does: 'passes on to you what creators did not answer in time.' },
  'refund-card': {
    label: 'Refund to a card',
    does: 'asks the payment gateway for the refund again. It is never refunded twice.',
  },
  'refund-cards': { label: 'Resuming card refunds', does: 'continues with refunds to cards that were interrupted.' },
  'pay-payout': { label: 'Payout by Stripe', does: 'sends the payout to Stripe again. It is never paid twice.' },
  'pay-payouts': { label: 'Resuming payouts by Stripe', does: 'continues with approved payouts that were not sent.' },
  reconcile: { label: 'Reconciliation', does: 'compares yesterday’s payments with the payment gateway.' },
  'detach-card': { label: 'Removing a card', does: 'removes a card at the payment gateway that its owner deleted.' },
  'handle-gateway-event': {
    label: 'News from the payment gateway',
    does: 'reads the payment, refund or dispute at the gateway again.',
  },
  'handle-gateway-events': {
    label: 'Resuming news from the payment gateway',
    does: 'continues with news that was interrupted.',
  },
  'renew-subscriptions': { label: 'Renewals', does: 'renews the subscriptions that are due. None is charged twice.' },
  'announce-prices': { label: 'Notice of a price change', does: 'tells subscribers what their next renewal costs.' },
  'release-earnings': { label: 'Releasing earnings', does: 'makes earnings available whose waiting time is over.' },
  'settle-payments': { label: 'Unfinished payments', does: 'asks the payment gateway what became of them.' },
  'publish-scheduled': { label: 'Scheduled posts', does: 'publishes posts whose time has come.' },
  'announce-item': announcing,
  'announce-post': announcing,
  'deliver-webhook': { label: 'Webhook', does: 'sends the event to the other service again.' },
  'deliver-webhooks': { label: 'Resuming webhooks', does: 'continues with webhooks that were interrupted.' },
  'announce-show': {
    label: 'Notifications about a live show',
    does: 'notifies followers and subscribers that the show began.',
  },
  'remind-of-shows': { label: 'Reminders of live shows', does: 'reminds fans of shows that begin soon.' },
  'announce-replay': { label: 'Notice of a replay', does: 'tells the creator once the replay can be played.' },
  'collect-recordings': { label: 'Recordings of live shows', does: 'turns finished recordings into replays.' },
  'refund-tickets': { label: 'Refunds of tickets', does: 'refunds the tickets of the show. None is refunded twice.' },
  'sweep-presence': { label: 'Who is online', does: 'corrects who is shown as online.' },
  'push-news': { label: 'Push notifications', does: 'sends the notification to the devices of those it is for.' },
  'send-push': { label: 'Push notification', does: 'sends the notification to the device.' },
  'mail-notices': { label: 'Emails about unread news', does: 'sends the summaries that are due.' },
  'export-data': exporting,
  'export-large-data': exporting,
  'delete-accounts': {
    label: 'Deleting accounts',
    does: 'deletes accounts whose owners asked for it and whose time is up.',
  },
  sweep: {
    label: 'Hourly clean-up',
    does: 'removes what has expired, such as old log-ins and uploads. It also runs each hour by itself.',
  },
  'sweep-files': { label: 'Clean-up of files', does: 'removes files that nothing uses any more.' },
  backup: { label: 'Nightly backup', does: 'makes the backup now. It also runs each night by itself.' },
  'check-books': {
    label: 'Check of the books',
    does: 'checks that the ledger balances. It fails again until the problem in its message is solved.',
  },
  'read-search-words': { label: 'Search index', does: 'updates the words that search suggests.' },
} as const satisfies Record<string, JobWords>;

/** A job of an older version may have a name that is unknown here. */
export const describeJob = (name: string): JobWords =>
  (jobWords as Partial<Record<string, JobWords>>)[name] ?? { label: name, does: 'does its work again.' };
