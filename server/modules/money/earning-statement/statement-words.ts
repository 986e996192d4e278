import type { TransferCode } from '../../../ledger/transfers';
import type { StatementLine } from './statement-figures';

/** Singular and plural. */
const words: Partial<Record<TransferCode, readonly [string, string]>> = {
  tip: ['Tip', 'Tips'],
  stream_tip: ['Tip in a show', 'Tips in shows'],
  feed: ['Post', 'Posts'],
  video: ['Video', 'Videos'],
  gallery: ['Gallery', 'Galleries'],
  product: ['Order', 'Store orders'],
  message: ['Message', 'Messages'],
  public_chat: ['Live show', 'Live shows'],
  group_chat: ['Minute of a group show', 'Minutes of group shows'],
  private_chat: ['Minute of a private show', 'Minutes of private shows'],
  subscription: ['Subscription', 'Subscriptions'],
  payout: ['Payout', 'Payouts'],
  'payout-returned': ['Payout that came back', 'Payouts that came back'],
  promotion: ['Gift of the site', 'Gifts of the site'],
  'top-up': ['Top-up', 'Top-ups'],
  refund: ['Money back', 'Money back'],
  'refund-to-wallet': ['Money back', 'Money back'],
};

export const nameKind = (code: TransferCode): string => words[code]?.[1] ?? code;

const unnamed: readonly TransferCode[] = ['tip', 'stream_tip', 'subscription', 'message', 'group_chat', 'private_chat'];

/** For example `Tip`, `Refund: Tip` or `Post: Harbour at night`. */
export function nameLine({ kind, code, item }: StatementLine): string {
  const name = words[code]?.[0] ?? code;
  // For the kinds in `unnamed`, the item's name adds nothing, or contains the name of a person.
  const isNamed = item !== '' && !unnamed.includes(code);
  const text = isNamed && kind !== 'other' ? `${name}: ${item}` : name;
  return kind === 'refund' ? `Refund: ${text}` : text;
}

/** The reference that buyers and operators quote. The address of the invoice page ends in it, too. */
export const getReference = ({ subject, id }: StatementLine): string => (subject || id).slice(-8).toUpperCase();
