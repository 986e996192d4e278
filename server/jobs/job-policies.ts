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
  // An expired job would run again while it still works on the same followers, of whom there can be hundreds of thousands.
  'announce-item': { ...defaultRetry, expireInSeconds: 3600 },
  'announce-show': { ...defaultRetry, expireInSeconds: 3600 },
  // For some hours: third parties and mail servers are unavailable for longer than databases.
  'detach-card': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'handle-gateway-event': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'pay-payout': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'refund-card': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'refund-tickets': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 600 },
  'send-order-mail': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'send-receipt': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
  'send-mail': { retryLimit: 12, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
};

const workers: Partial<Record<JobName, number>> = {
  'process-short-file': 2,
  'process-file': 2,
  'send-mail': MAIL_CONNECTIONS,
};

export const getRetryPolicy = (name: JobName) => retry[name] ?? defaultRetry;

/** Concurrent jobs per process: 1 by default. */
export const countWorkers = (name: JobName): number => workers[name] ?? 1;
