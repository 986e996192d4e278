import type { MailKind } from '../lib/mail-priority';
import type { NewsKind } from '../lib/news-kind';

/** `turns` is the recent work of the file's owner at the time of queuing. */
interface FileToProcess {
  fileId: string;
  turns?: number;
}

/** Without private text, because it shows on locked screens. */
export interface PushNews {
  kind: NewsKind;
  title: string;
  path: string;
  /** The account that caused it. */
  createdBy: string | null;
  /** Later news with the same topic replaces this on the device, and at a push service that has not delivered it yet. */
  topic: string;
  /** A message of this conversation, which need not be pushed once it is read. */
  message?: { conversationId: string; sequence: number };
  /** The notification of one account, likewise. */
  notificationId?: string;
  at: string;
}

export interface PushMessage {
  payload: { title: string; body: string; path: string; tag: string };
  urgency: 'low' | 'normal' | 'high';
  topic: string;
  /** ISO time after which it is not worth delivering. */
  until: string;
}

export interface JobData {
  /** Creates the variants of a file. Longer work has its own queues, so that it never delays short work. */
  'process-short-file': FileToProcess;
  'process-file': FileToProcess;
  'process-medium-file': FileToProcess;
  'process-long-file': FileToProcess;
  'process-lengthy-file': FileToProcess;
  /** Creates the renditions of a video that is already playable. */
  'make-ladder': { fileId: string };
  'make-long-ladder': { fileId: string };
  /** Resumes files whose worker died. */
  'resume-files': Record<string, never>;
  /** Mails a link to set a new password to the account with this email, if there is one. */
  'send-reset-link': { email: string };
  /** Mails a link to verify an email, if this account (by default, any account) has it and has not verified it. */
  'send-verification-link': { accountId?: string | undefined; email: string; returnTo?: string | undefined };
  'send-mail': {
    kind: MailKind;
    to: string;
    subject: string;
    text: string;
    html?: string;
    replyTo?: string;
    headers?: Readonly<Record<string, string>>;
  };
  /** Mails a receipt for a payment or refund, or that a subscription will not be, or will be, renewed. Amounts in cents. */
  'send-receipt':
    | { paymentId: string; reason?: string }
    | { cancelled: { userId: string; performerId: string | null; until: string | null } }
    | { resumed: { userId: string; performerId: string | null; renewsAt: string; price: number } };
  'number-invoices': Record<string, never>;
  'report-taxes': Record<string, never>;
  /** Refunds broken items that their creator has not replaced in time. */
  'refund-broken-sales': Record<string, never>;
  /** Mails one side about an event of an order; `ordered` covers everything that was paid for together. */
  'send-order-mail': {
    orderId: string;
    news: 'ordered' | 'shipped' | 'address' | 'delivered' | 'cancelled' | 'refunded';
    side: 'buyer' | 'seller';
    reason?: string;
  };
  /** Forwards refund requests to the operators if the creator has not decided in time. */
  'pass-on-refunds': Record<string, never>;
  'refund-card': { id: string };
  /** Resumes refunds to cards whose job was lost. */
  'refund-cards': Record<string, never>;
  'pay-payout': { id: string };
  /** Resumes approved payouts that were not sent. */
  'pay-payouts': Record<string, never>;
  reconcile: Record<string, never>;
  'detach-card': { token: string };
  /** Updates the object that an event of the payment gateway names. */
  'handle-gateway-event': { id: string };
  /** Resumes events whose job was lost. */
  'handle-gateway-events': Record<string, never>;
  'renew-subscriptions': Record<string, never>;
  /** Notifies one or all subscribers that a renewal will cost more or less, at a creator or for the site membership. */
  'announce-prices': { performerId: string | null; userId?: string };
  'release-earnings': Record<string, never>;
  'settle-payments': Record<string, never>;
  'publish-scheduled': Record<string, never>;
  /** Notifies followers and subscribers about an item; `looks` counts how often its files were not ready yet. */
  'announce-item': { itemId: string; looks: number };
  /** Has the format of older versions, whose jobs may still be waiting. */
  'announce-post': { feedId: string; looks: number };
  /** One attempt; the next one is another job. */
  'deliver-webhook': { deliveryId: string; attempt: number };
  /** Resumes deliveries whose job was lost. */
  'deliver-webhooks': Record<string, never>;
  'announce-show': { streamId: string };
  'remind-of-shows': Record<string, never>;
  /** Notifies a creator once the replay of a show can be played; `looks` counts how often it was not ready yet. */
  'announce-replay': { streamId: string; looks: number };
  /** Continues with recordings that a crash or a full disk interrupted. */
  'collect-recordings': Record<string, never>;
  /** Refunds the tickets of a show that ended too early, of a removed viewer, or of a fan whom the host blocked. */
  'refund-tickets':
    | { streamId: string }
    | { streamId: string; removedId: string }
    | { performerId: string; userId: string; since: string };
  /** Marks accounts as offline if the process that served them has died. */
  'sweep-presence': Record<string, never>;
  /** Decides whom to push a piece of news; sends one `send-push` for each device. */
  'push-news': { accountIds: string[]; news: PushNews };
  'send-push': { subscriptionId: string; message: PushMessage };
  /** Mails digests of unread messages and notifications. */
  'mail-notices': Record<string, never>;
  /** Exports an account's data; large accounts have their own queue. */
  'export-data': { exportId: string };
  'export-large-data': { exportId: string };
  'delete-accounts': Record<string, never>;
  sweep: Record<string, never>;
  'sweep-files': Record<string, never>;
  /** Makes the nightly backup in BACKUP_DIR. */
  backup: Record<string, never>;
  /** Fails with the problems that `npm run verify` prints. */
  'check-books': Record<string, never>;
  'read-search-words': Record<string, never>;
}

export type JobName = keyof JobData;
