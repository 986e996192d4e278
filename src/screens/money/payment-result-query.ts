import type { ParsedUrlQuery } from 'node:querystring';

/** The payment a return address names: eight characters, or a whole id. Other gateways add words of their own. */
export function readReference(query: ParsedUrlQuery): string | undefined {
  const value = query['transactionId'] ?? query['id'];
  return typeof value === 'string' && /^[0-9a-fA-F]{8}([0-9a-fA-F]{16})?$/.test(value) ? value : undefined;
}
