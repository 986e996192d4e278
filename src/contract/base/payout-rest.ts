/** Says to creators why their payouts are paused for a day. */
export const payoutRestWords = {
  /** There was no account before. The pause protects an account that somebody else has got into. */
  added: 'You added where your money goes. For your safety the first payout waits a day.',
  changed: 'You changed where your money goes. For your safety payouts wait a day.',
} as const;

export type PayoutRestReason = keyof typeof payoutRestWords;

export const payoutRestReasons = ['added', 'changed'] as const satisfies readonly PayoutRestReason[];
