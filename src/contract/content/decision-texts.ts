import { limits } from '../base/limits';
import { houseRules, type HouseRule, type ReportDecision } from './house-rules';

/** A notification, and the email with the same words. */
export interface DecisionText {
  title: string;
  message: string;
}

interface Decided {
  /** `post`, `video`, `comment` … */
  noun: string;
  title: string;
  reason: string;
}

const nouns: Record<string, string> = { feed: 'post', performer: 'creator', user: 'fan' };

export const getTargetNoun = (target: string): string => nouns[target] ?? target;

const name = ({ noun, title }: Pick<Decided, 'noun' | 'title'>): string => (title === '' ? noun : `${noun} “${title}”`);

const APPEAL_MONTHS = Math.floor(limits.appealDays / 30.4);

/** To the author of removed content: what, which rule, why, and how to appeal. Digital Services Act, article 17. */
export const toRemovalText = (decided: Decided & { rule: HouseRule }): DecisionText => ({
  title: `We removed your ${decided.noun}`,
  message:
    `We removed your ${name(decided)}. Rule: ${houseRules[decided.rule]}. Reason: ${decided.reason} ` +
    `If you think this is a mistake, you can appeal within ${APPEAL_MONTHS} months. A person reads it.`,
});

/** To the accounts that reported it. Digital Services Act, article 16 (5). */
export function toReportAnswer(
  decision: ReportDecision,
  { noun, reason, rule }: Pick<Decided, 'noun' | 'reason'> & { rule?: HouseRule | undefined },
): DecisionText {
  const title = 'We reviewed your report';
  switch (decision) {
    case 'hide':
      return {
        title,
        message: `Thank you. We removed the ${noun} that you reported. Rule: ${houseRules[rule ?? 'other']}. Reason: ${reason}`,
      };
    case 'note':
      return { title, message: `Thank you. We looked into your report of this ${noun}. ${reason}` };
    case 'dismiss':
      return {
        title,
        message: `Thank you. We looked at the ${noun} that you reported, and took no action. Reason: ${reason}`,
      };
  }
}

export const toUpheldText = (decided: Decided): DecisionText => ({
  title: 'We decided your appeal',
  message: `Your ${name(decided)} stays removed. Reason: ${decided.reason}`,
});

export const toRestoredText = (decided: Decided): DecisionText => ({
  title: `Your ${decided.noun} is back`,
  message: `We restored your ${name(decided)}. ${decided.reason}`,
});

export const toReversedAnswer = ({ noun, reason }: Pick<Decided, 'noun' | 'reason'>): DecisionText => ({
  title: 'We changed a decision about your report',
  message: `We restored the ${noun} that you reported. Reason: ${reason}`,
});
