import type { JobPart } from '../lib/site-state';
import type { JobName } from './job-data';

const partsByName: Partial<Record<JobName, JobPart>> = {
  'send-mail': 'mail',
  'send-receipt': 'mail',
  'send-order-mail': 'mail',
  'send-reset-link': 'mail',
  'send-verification-link': 'mail',
  'mail-notices': 'mail',
  'process-short-file': 'media',
  'process-file': 'media',
  'process-medium-file': 'media',
  'process-long-file': 'media',
  'process-lengthy-file': 'media',
  'make-ladder': 'media',
  'make-long-ladder': 'media',
  'collect-recordings': 'media',
  'refund-card': 'money',
  'refund-cards': 'money',
  'refund-tickets': 'money',
  'pay-payout': 'money',
  'pay-payouts': 'money',
  'handle-gateway-event': 'money',
  'handle-gateway-events': 'money',
  'renew-subscriptions': 'money',
  'release-earnings': 'money',
  'settle-payments': 'money',
  'detach-card': 'money',
  'number-invoices': 'money',
  'report-taxes': 'money',
  reconcile: 'money',
};

/** @param name also one of an older version, whose jobs may still be waiting */
export const getJobPart = (name: string): JobPart => (partsByName as Partial<Record<string, JobPart>>)[name] ?? 'other';
