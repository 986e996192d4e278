import { paymentRoutes } from '@contract/money/payment-routes';
import type { EndpointData } from '@contract/schemas';
import { walletRoutes } from '@contract/money/wallet-routes';
import { callEndpoint } from '@/store/call-endpoint';
import type { Purchase, Transaction } from './purchase';

type Charge = EndpointData<'listCharges'>['data'][number];

/** Newest entries that are looked at: more than anybody can have bought while one answer was awaited. */
const looked = { limit: 20, sortBy: 'createdAt', sort: 'desc' };

/** Ids of what the backend's books held before a payment was sent. */
export type Traces = string[];

/** What the books say of a payment whose answer never came. */
export type Finding = { charge: Charge } | { transaction: Transaction } | null;

const isFromWallet = ({ kind }: Purchase) => kind === 'unlock' || kind === 'tip';

/**
 * The newest entries of the books that a purchase would be written into: charges of the wallet, or payments through a
 * gateway. Both lists are the family's own (wire contract 2.13).
 *
 * @throws ApiError as `callEndpoint`.
 */
function* readBooks(purchase: Purchase): Generator<unknown, { charges: Charge[]; transactions: Transaction[] }> {
  if (isFromWallet(purchase)) {
    const { data } = yield* callEndpoint(walletRoutes.listCharges, { query: looked });
    return { charges: data, transactions: [] };
  }
  const { data } = yield* callEndpoint(paymentRoutes.searchTransactions, { query: looked });
  return { charges: [], transactions: data };
}

/** What stands in the books before the call leaves, to tell a new entry from an old one alike. @throws ApiError */
export function* readTraces(purchase: Purchase): Generator<unknown, Traces> {
  const { charges, transactions } = yield* readBooks(purchase);
  return [...charges, ...transactions].map(({ _id }) => _id);
}

/**
 * Looks for a payment in the books: an entry that was not there before and is what was bought.
 *
 * @returns null where there is none; the payment may still be on its way then. @throws ApiError
 */
export function* findPayment(purchase: Purchase, before: Traces): Generator<unknown, Finding> {
  const { charges, transactions } = yield* readBooks(purchase);
  const isNew = ({ _id }: { _id: string }) => !before.includes(_id);
  const charge = charges.find((one) => isNew(one) && isChargeOf(one, purchase));
  if (charge) return { charge };
  const transaction = transactions.find((one) => isNew(one) && isTransactionOf(one, purchase));
  return transaction ? { transaction } : null;
}

function isChargeOf({ type, target, targetId, performerId, totalPrice }: Charge, purchase: Purchase): boolean {
  if (purchase.kind === 'unlock') return target === purchase.item.target && targetId === purchase.item.id;
  if (purchase.kind !== 'tip') return false;
  const isTip = type === 'tip' || type === 'stream_tip';
  return isTip && performerId === purchase.performerId && totalPrice === purchase.price;
}

function isTransactionOf({ type, performerId, targetId, originalPrice }: Transaction, purchase: Purchase): boolean {
  const isTo = (id: string) => performerId === id || targetId === id;
  switch (purchase.kind) {
    case 'topUp':
      return type === 'token_package' && originalPrice === purchase.amount;
    case 'subscribe':
      return type === `${purchase.plan}_subscription` && isTo(purchase.performerId);
    case 'trial':
      return type === 'free_subscription' && isTo(purchase.performerId);
    case 'platform':
      return type === 'platform_subscription';
    case 'unlock':
    case 'tip':
      return false;
  }
}
