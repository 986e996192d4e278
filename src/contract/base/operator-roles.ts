/** In `roles` of an account, beside `admin`. */
export const operatorRoles = ['owner', 'moderator', 'accountant', 'support'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

const everyone: readonly OperatorRole[] = operatorRoles;

/** The roles that allow each kind of act. Decisions 3. */
const permissions = {
  readLog: everyone,
  /** Also identity documents, and the decision on them. */
  reviewCreators: ['owner', 'moderator'],
  readPeople: ['owner', 'moderator', 'support'],
  /** Balances and earnings on a person's page. */
  readPeoplesMoney: ['owner', 'accountant'],
  writeNotes: ['owner', 'moderator', 'support'],
  endSessions: ['owner', 'moderator', 'support'],
  closeAccounts: ['owner', 'moderator'],
  editAccounts: ['owner'],
  resendMails: ['owner', 'support'],
  decideReports: ['owner', 'moderator'],
  /** Opens all content, and hides it. */
  moderateContent: ['owner', 'moderator'],
  endShows: ['owner', 'moderator'],
  decidePayouts: ['owner', 'accountant'],
  decideRefunds: ['owner', 'accountant'],
  readOrders: ['owner', 'accountant', 'support'],
  /** Payments, the ledger, and its comparison with the payment gateway. */
  readLedger: ['owner', 'accountant'],
  /** Settings, pages, menus, countries, categories, coupons and announcements. */
  manageSite: ['owner'],
  manageJobs: ['owner'],
  manageOperators: ['owner'],
} as const satisfies Record<string, readonly OperatorRole[]>;

export type Permission = keyof typeof permissions;

/** Null unless the account is an operator. An administrator without a known role may do nothing. */
export function findOperatorRole(roles: readonly string[]): OperatorRole | null {
  return roles.includes('admin') ? (operatorRoles.find((role) => roles.includes(role)) ?? null) : null;
}

export const listRolesWith = (permission: Permission): readonly OperatorRole[] => permissions[permission];

export const roleMay = (role: OperatorRole | null, permission: Permission): boolean =>
  role !== null && listRolesWith(permission).includes(role);
