/** `with_operator` waits for the site's operators, because the creator refused or did not reply in time. */
export const refundStates = ['asked', 'with_operator', 'granted', 'refused'] as const;
export type RefundState = (typeof refundStates)[number];

export const openRefundStates = ['asked', 'with_operator'] as const satisfies readonly RefundState[];

export const isRefundOpen = (state: RefundState): boolean => openRefundStates.some((open) => open === state);
