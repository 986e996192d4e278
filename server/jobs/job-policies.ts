import { MAIL_CONNECTIONS } from '../lib/mail-priority';
import type { JobName } from './job-data';

const defaultRetry = { retryLimit: 2, retryDelay: 5, retryBackoff: true, expireInSeconds: 300 };
const processing = { retryLimit: 3, retryDelay: 2, retryBackoff: true, expireInSeconds: 3600 };
const lengthy = { ...processing, expireInSeconds: 5 * 3600 };
const ladder = { retryLimit: 3, retryDelay: 30, retryBackoff: true, expireInSeconds: 4 * 3600 };
const exporting = { retryLimit: 2, retryDelay: 30, retryBackoff: true, expireInSeconds: 3600 };
const retry: Partial<Record<JobName, typeof defaultRetry>> = {
  'process-short-file': processing,
  'process-file': processing,
  'process-medium-file': processing,
  'process-long-file': processing,
  'process-lengthy-file': lengthy,
  'make-ladder': ladder,
  'make-long-ladder': ladder,
  'export-data': exporting,
  'export-large-data': exporting,
  // A run that failed is not repeated: another night comes, and until then operators see it.
  backup: { retryLimit: 0, retryDelay: 0, retryBackoff: false, expireInSeconds: 8 * 3600 },
  'check-books': { retryLimit: 0, retryDelay: 0, retryBackoff: false, expireInSeconds: 3600 },
  // If such a job expired, a second one would notify the same followers, who may be hundreds of thousands, while it still runs.
  'announce-item': { ...defaultRetry, expireInSeconds: 3600 },
  'announce-show': { ...defaultRetry, expireInSeconds: 3600 },
  // Retried for some hours, because third parties and mail servers can be unavailable for longer than databases.
  'detach-card': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'handle-gateway-event': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'pay-payout': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'refund-card': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'refund-tickets': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 600 },
  'send-order-mail': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'send-receipt': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'send-push': { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'send-mail': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
};

const workers: Partial<Record<JobName, number>> = {
  'process-short-file': 2,
  'process-file': 2,
  'send-mail': MAIL_CONNECTIONS,
  'send-push': 4,
  // A server may take ten seconds to reply.
  'deliver-webhook': 4,
};

export const getRetryPolicy = (name: JobName) => retry[name] ?? defaultRetry;

/** Concurrent jobs of this name per process. */
export const countWorkers = (name: JobName): number => workers[name] ?? 1;
