import { limits } from '@contract/base/limits';
import { getTargetNoun, toRemovalText, toReportAnswer } from '@contract/content/decision-texts';
import {
  houseRuleNames,
  houseRules,
  isRemovable,
  type HouseRule,
  type RemovableKind,
  type ReportDecision,
} from '@contract/content/house-rules';
import { findReporterName, toReporterNamedText } from '@contract/content/reporter-name';
import type { EndpointData } from '@contract/schemas';

export { getTargetNoun, houseRules, isRemovable };
export type { HouseRule, RemovableKind, ReportDecision };

export type Report = EndpointData<'searchReports'>['data'][number];
export type ReportStatus = Report['status'];
export type ReportTarget = Report['target'];

export const ruleOptions = houseRuleNames.map((value) => ({ value, label: houseRules[value] }));

export const MAX_DECISION_TEXT = limits.decisionText;

export const NAME_NO_REPORTER = 'Never say who reported it: we promise that to everyone who reports.';

/** @returns what is wrong with a text that names a reporter; null if it names none */
export function findNamedReporter(text: string, reports: readonly Report[]): string | null {
  const name = findReporterName(
    text,
    reports.map(({ reporter }) => reporter),
  );
  return name === null ? null : toReporterNamedText(name);
}

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

/** The texts that each side will read; null until the rule is chosen. The author is told only about a removal. */
export function previewDecision({ decision, target, title, rule, reason }: Draft): {
  reporter: string | null;
  author: string | null;
} {
  const noun = getTargetNoun(target);
  if (decision === 'hide' && !rule) return { reporter: null, author: null };
  return {
    reporter: toReportAnswer(decision, { noun, reason, rule }).message,
    author:
      decision === 'hide' && rule
        ? toRemovalText({ noun, title, rule, reason }).message
        : 'Nothing: they are told only if it is removed.',
  };
}
