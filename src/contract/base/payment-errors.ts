/** Reasons in the payer's account, for any payment. */
export const PAYER_ERRORS = ['ACCOUNT_INACTIVE', 'AGE_NOT_DECLARED', 'PAYMENTS_PAUSED'] as const;

/** Reasons in the account of the creator who is paid. */
export const SELLER_ERRORS = ['ENTITY_NOT_FOUND', 'CREATOR_LEAVING'] as const;
