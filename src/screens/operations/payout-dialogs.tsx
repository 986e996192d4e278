import { Alert } from 'antd';
import { ActDialog } from '@/components/console/act-dialog';
import { BeforeAfter, type Change } from '@/components/console/before-after';
import { useAct } from '@/features/operations/act/use-act';
import {
  approvePayouts,
  markPayoutPaid,
  MAX_REASON,
  MAX_REFERENCE,
  rejectPayout,
  returnPayout,
  payoutSums,
  type ConsolePayout,
  type PayoutSums,
} from '@/features/operations/payout/payout-feature';
import type { Act } from '@/features/operations/act/act-slice';
import { nameFully } from '@/features/operations/person/person-words';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';

export type PayoutAct =
  | { kind: 'approve'; rows: ConsolePayout[] }
  | { kind: 'reject' | 'paid' | 'returned'; row: ConsolePayout };

export const listRows = (act: PayoutAct): ConsolePayout[] => (act.kind === 'approve' ? act.rows : [act.row]);

interface Dialog {
  title: string;
  effect: string;
  okText: string;
  isDanger?: boolean;
  changes: Change[];
  reason?: { label: string; hint?: string; isOptional?: boolean; maxLength: number };
  toAct: (text: string) => Act;
}

const nameOf = ({ name, username }: ConsolePayout): string => name || username || 'the creator';
const nameInTitle = (row: ConsolePayout): string => nameFully(row) || 'the creator';

interface PayoutDialogProps {
  act: PayoutAct | null;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before each act on payouts, and shows the sums before and after it. */
export function PayoutDialog({ act: asked, onClose, onDone }: PayoutDialogProps) {
  const { data: sums } = useAppSelector(payoutSums.select);
  const { act, isBusy, failure } = useAct({
    open: asked !== null,
    onDone: () => {
      onDone();
      onClose();
    },
  });
  const dialog = asked && describe(asked, sums);
  return (
    <ActDialog
      // Each act has its own text: what was typed for one must not appear in another.
      key={asked?.kind}
      open={asked !== null}
      title={dialog?.title ?? ''}
      effect={
        <>
          <p>{dialog?.effect}</p>
          {asked?.kind === 'approve' && <NameWarning rows={asked.rows} />}
          {dialog && dialog.changes.length > 0 && <BeforeAfter changes={dialog.changes} />}
        </>
      }
      okText={dialog?.okText ?? ''}
      isDanger={dialog?.isDanger}
      isBusy={isBusy}
      failure={failure}
      reason={dialog?.reason}
      onAct={(text) => dialog && act(dialog.toAct(text))}
      onClose={onClose}
    />
  );
}

function NameWarning({ rows }: { rows: readonly ConsolePayout[] }) {
  const others = rows.filter(({ checks }) => checks.isNameEqual === false).map(nameInTitle);
  if (others.length === 0) return null;
  const title = `The bank account is not in the verified name: ${others.join(', ')}.`;
  return <Alert type="warning" showIcon title={title} />;
}

function describe(asked: PayoutAct, sums: PayoutSums | null): Dialog {
  switch (asked.kind) {
    case 'approve':
      return describeApproval(asked.rows, sums);
    case 'reject':
      return describeReject(asked.row, sums);
    case 'paid':
      return describePaid(asked.row, sums);
    case 'returned':
      return describeReturn(asked.row, sums);
  }
}

/** The creator's balance paid already, when they asked. Only Stripe sends money at once. */
function describePromise(rows: readonly ConsolePayout[]): string {
  const add = (what: 'net' | 'fee') => formatMoney(rows.reduce((sum, row) => sum + row[what], 0));
  const [first] = rows;
  const isOne = rows.length === 1;
  const who =
    isOne && first ? `${nameOf(first)} will be paid ${add('net')}` : `Creators will be paid ${add('net')} in all`;
  const fee = rows.some((row) => row.fee > 0) ? `, and the site keeps a fee of ${add('fee')}` : '';
  const sent = rows.filter(({ accountType }) => accountType === 'stripe').length;
  const next =
    sent === rows.length
      ? 'Stripe sends the money immediately.'
      : `Nothing is sent to the bank yet: ${isOne ? 'the payout moves' : 'the payouts move'} to “To pay”.${sent > 0 ? ' Stripe sends its part immediately.' : ''}`;
  return `${who}${fee}. ${next} ${isOne ? 'They get' : 'Each creator gets'} an email.`;
}

function describeApproval(rows: readonly ConsolePayout[], sums: PayoutSums | null): Dialog {
  const amount = rows.reduce((sum, row) => sum + row.amount, 0);
  const net = rows.reduce((sum, row) => sum + row.net, 0);
  const [first] = rows;
  const what = rows.length === 1 && first ? `the payout of ${nameInTitle(first)}` : pluralise(rows.length, 'payout');
  return {
    title: `Approve ${what}`,
    effect: describePromise(rows),
    okText: `Approve ${formatMoney(amount)}`,
    changes: sums
      ? [
          { name: 'Waits for approval', before: sums.pending.amount, after: sums.pending.amount - amount },
          { name: 'To pay, without fees', before: sums.approved.net, after: sums.approved.net + net },
        ]
      : [],
    toAct: () => approvePayouts(rows),
  };
}

const held = (sums: PayoutSums | null, by: number): Change[] =>
  sums ? [{ name: 'Held for payouts', before: sums.reserved, after: sums.reserved - by }] : [];

const paidOut = (sums: PayoutSums | null, by: number): Change[] =>
  sums ? [{ name: 'Paid out so far', before: sums.paidOut, after: sums.paidOut + by }] : [];

function describeReject(row: ConsolePayout, sums: PayoutSums | null): Dialog {
  return {
    title: `Reject the payout of ${nameInTitle(row)}`,
    effect: `${formatMoney(row.amount)} returns to their balance. They get an email with your reason.`,
    okText: `Reject ${formatMoney(row.amount)}`,
    isDanger: true,
    changes: held(sums, row.amount),
    reason: { label: `${nameOf(row)} reads`, maxLength: MAX_REASON },
    toAct: (reason) => rejectPayout(row._id, reason),
  };
}

function describePaid(row: ConsolePayout, sums: PayoutSums | null): Dialog {
  return {
    title: `Mark the payout of ${nameInTitle(row)} as paid`,
    effect: `You have sent ${formatMoney(row.net)}.${row.fee > 0 ? ` The site keeps the fee of ${formatMoney(row.fee)}.` : ''} They get an email.`,
    okText: `Paid ${formatMoney(row.net)}`,
    changes: [...held(sums, row.amount), ...paidOut(sums, row.net)],
    reason: { label: 'Reference at the bank', isOptional: true, maxLength: MAX_REFERENCE },
    toAct: (reference) => markPayoutPaid(row._id, reference),
  };
}

function describeReturn(row: ConsolePayout, sums: PayoutSums | null): Dialog {
  return {
    title: `The payout of ${nameInTitle(row)} came back`,
    effect: `${formatMoney(row.amount)} returns to their balance, with the fee. They get an email with your reason.`,
    okText: `Return ${formatMoney(row.amount)}`,
    isDanger: true,
    changes: paidOut(sums, -row.net),
    reason: { label: `${nameOf(row)} reads`, maxLength: MAX_REASON },
    toAct: (reason) => returnPayout(row._id, reason),
  };
}
