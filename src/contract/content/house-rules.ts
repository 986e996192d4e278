/** Reasons to remove content. Its author and the accounts that reported it read these words. */
export const houseRules = {
  illegal: 'Illegal content',
  consent: 'Someone in it did not agree',
  minor: 'Someone in it is, or looks, under age',
  copyright: 'Copied work',
  hate: 'Hate',
  harassment: 'Harassment',
  spam: 'Spam or fraud',
  other: 'Another rule of this site',
} as const;

export type HouseRule = keyof typeof houseRules;

export const houseRuleNames = Object.keys(houseRules) as [HouseRule, ...HouseRule[]];

/** Kinds of content that can be removed on their own. */
export const removableKinds = ['feed', 'video', 'gallery', 'photo', 'product', 'comment'] as const;
export type RemovableKind = (typeof removableKinds)[number];

export const isRemovable = (kind: string): kind is RemovableKind => removableKinds.some((one) => one === kind);

/** `note`: kept on record, for reports about people. */
export const reportDecisions = ['dismiss', 'hide', 'note'] as const;
export type ReportDecision = (typeof reportDecisions)[number];
