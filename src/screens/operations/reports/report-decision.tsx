import Link from 'next/link';
import { Form } from 'antd';
import { DecisionCard } from '@/components/console/decision-card';
import { consolePaths } from '@/config/console-paths';
import { useDecision } from '@/features/operations/act/use-act';
import { decideReport, type ReportDetails } from '@/features/operations/report/report-feature';
import {
  getTargetNoun,
  isRemovable,
  previewDecision,
  type HouseRule,
  type ReportDecision,
} from '@/features/operations/report/report-words';
import { pluralise } from '@/lib/format-count';
import { BuyersNote } from './buyers-note';
import { ReasonField, RuleField } from './rule-field';

interface Values {
  decision: ReportDecision;
  rule?: HouseRule;
  reason?: string;
}

interface DecisionProps {
  details: ReportDetails;
  /** Opens the next report. */
  onDecided: () => void;
}

/** One decision answers all open reports about the same thing. */
export function ReportDecisionCard({ details, onDecided }: DecisionProps) {
  const { report, content } = details;
  const [form] = Form.useForm<Values>();
  const decision = Form.useWatch('decision', form) ?? 'dismiss';
  const rule = Form.useWatch('rule', form);
  const reason = Form.useWatch('reason', form) ?? '';
  const { act, isBusy, isDone, failure } = useDecision(onDecided);
  const noun = getTargetNoun(report.target);
  const isHiding = decision === 'hide';
  const decide = () => act(decideReport(report._id, { decision, reason: reason.trim(), ...(rule && { rule }) }));
  return (
    <DecisionCard
      form={form}
      options={listDecisions(details)}
      initial="dismiss"
      okText={isHiding ? `Remove this ${noun}` : 'Send the answer'}
      isDanger={isHiding}
      isBusy={isBusy}
      isDone={isDone}
      failure={failure}
      onDecide={decide}
    >
      {report.open > 1 && (
        <p>
          Answers {pluralise(report.open, 'report')} about this {noun}.
        </p>
      )}
      {isHiding && <BuyersNote noun={noun} buyers={content?.buyers ?? 0} />}
      {isHiding && <RuleField />}
      <ReasonField
        label={isHiding ? 'Reason, read by both sides' : 'Reason, read by the person who reported it'}
        reports={[report, ...details.others]}
      />
      {!isRemovable(report.target) && report.subject && (
        <p>
          To close their account, open{' '}
          <Link className="link" href={consolePaths.person(report.subject._id)}>
            their page
          </Link>
          .
        </p>
      )}
      <Preview
        {...previewDecision({
          decision,
          target: report.target,
          title: content?.title ?? '',
          rule,
          reason: reason.trim() || '…',
        })}
      />
    </DecisionCard>
  );
}

function listDecisions({ report: { target }, content }: ReportDetails): { value: ReportDecision; label: string }[] {
  const noun = getTargetNoun(target);
  const dismiss = { value: 'dismiss', label: 'Take no action' } as const;
  if (!isRemovable(target)) return [dismiss, { value: 'note', label: `Keep it on record for this ${noun}` }];
  return content ? [dismiss, { value: 'hide', label: `Remove the ${noun}: its author can appeal` }] : [dismiss];
}

const CHOOSE_FIRST = 'Choose a rule to see the text.';

const Preview = ({ reporter, author }: ReturnType<typeof previewDecision>) => (
  <div style={{ display: 'grid', gap: 'var(--s-3)', marginBottom: 'var(--s-4)' }} aria-live="polite">
    <div>
      <strong>The person who reported it reads</strong>
      <p>{reporter ?? CHOOSE_FIRST}</p>
    </div>
    <div>
      <strong>The author reads</strong>
      <p>{author ?? CHOOSE_FIRST}</p>
    </div>
  </div>
);
