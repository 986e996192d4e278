import { limits } from '@contract/base/limits';
import { getTargetNoun, toRemovalText, toReportAnswer, type DecisionText } from '@contract/content/decision-texts';
import {
  houseRuleNames,
  houseRules,
  isRemovable,
  type HouseRule,
  type RemovableKind,
  type ReportDecision,
} from '@contract/content/house-rules';
import type { EndpointData } from '@contract/schemas';

export { getTargetNoun, houseRules, isRemovable };
export type { HouseRule, RemovableKind, ReportDecision };

export type Report = EndpointData<'searchReports'>['data'][number];
export type ReportStatus = Report['status'];
export type ReportTarget = Report['target'];

export const ruleOptions = houseRuleNames.map((value) => ({ value, label: houseRules[value] }));

export const MAX_DECISION_TEXT = limits.decisionText;

export const reportStatusWords: Record<ReportStatus, { text: string; color?: string }> = {
  open: { text: 'Open', color: 'warning' },
  resolved: { text: 'Acted on', color: 'success' },
  rejected: { text: 'No action' },
};

/** Kinds of things that can be reported, for the filter. */
export const targetOptions: { value: ReportTarget; label: string }[] = [
  { value: 'feed', label: 'Posts' },
  { value: 'video', label: 'Videos' },
  { value: 'gallery', label: 'Galleries' },
  { value: 'product', label: 'Products' },
  { value: 'comment', label: 'Comments' },
  { value: 'performer', label: 'Creators' },
  { value: 'user', label: 'Fans' },
];

const HOUR_MS = 3600 * 1000;

/** The clock of an open report. */
export function getLateness(openedAt: string, now = Date.now()): 'fresh' | 'late' | 'overdue' {
  const hours = (now - Date.parse(openedAt)) / HOUR_MS;
  if (hours >= limits.reportOverdueHours) return 'overdue';
  return hours >= limits.reportLateHours ? 'late' : 'fresh';
}

interface Draft {
  decision: ReportDecision;
  target: string;
  title: string;
  rule: HouseRule | undefined;
  reason: string;
}

/** The texts that each side will read; the author is told only about a removal. */
export function previewDecision({ decision, target, title, rule, reason }: Draft): {
  reporter: DecisionText;
  author: DecisionText | null;
} {
  const noun = getTargetNoun(target);
  return {
    reporter: toReportAnswer(decision, { noun, reason, rule }),
    author: decision === 'hide' && rule ? toRemovalText({ noun, title, rule, reason }) : null,
  };
}
