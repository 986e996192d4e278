import { Button, Space, Tag } from 'antd';
import { useState } from 'react';
import { ActDialog } from '@/components/console/act-dialog';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { WholeTable } from '@/components/console/whole-table';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { useAct } from '@/features/operations/act/use-act';
import { operators, removeRole, roleWords, type OperatorRow } from '@/features/operations/operator/operator-feature';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { RoleDialog } from './role-dialog';
import { TableTime } from './table-time';

const columns: ConsoleColumn<OperatorRow>[] = [
  { key: 'name', title: 'Name', render: (row) => <OperatorName row={row} /> },
  { key: 'email', title: 'Email', render: ({ email }) => email ?? 'None' },
  { key: 'log-in', title: 'Log-in', render: (row) => <LogInTags row={row} /> },
  { key: 'role', title: 'Role', render: ({ role }) => (role === null ? 'No role: can do nothing' : roleWords[role]) },
  {
    key: 'since',
    title: 'Account since',
    render: ({ createdAt }) => <TableTime at={createdAt} />,
  },
];

/** The operators of the site and their roles. */
export function OperatorsScreen() {
  const dispatch = useAppDispatch();
  const { data, status, error } = useAppSelector(operators.select);
  const mayChange = useAppSelector(selectMay('manageOperators'));
  const me = useAppSelector(selectCurrentUser)?._id;
  const [changing, setChanging] = useState<Partial<OperatorRow> | null>(null);
  const [leaving, setLeaving] = useState<OperatorRow | null>(null);
  const acts: ConsoleColumn<OperatorRow>[] = mayChange
    ? [
        {
          key: 'acts',
          title: '',
          render: (row) => (
            <Space>
              <Button onClick={() => setChanging(row)} aria-label={`Change role of ${row.name}`}>
                Change role
              </Button>
              <Button onClick={() => setLeaving(row)} aria-label={`Remove ${row.name}`}>
                Remove
              </Button>
            </Space>
          ),
        },
      ]
    : [];
  return (
    <>
      <PageTitle title="Operators" />
      <ConsolePage
        title="Operators"
        note="Fans’ accounts that work for the site. Give each person the smallest role that is enough."
        actions={
          mayChange && (
            <Button type="primary" onClick={() => setChanging({})}>
              Give a role
            </Button>
          )
        }
      >
        <WholeTable
          label="Operators"
          columns={[...columns, ...acts]}
          rows={data ?? []}
          status={status}
          error={error}
          onRetry={() => dispatch(operators.requested())}
          empty="No operator yet."
        />
        <RoleDialog operator={changing} onClose={() => setChanging(null)} />
        <RemoveDialog
          isMe={leaving !== null && leaving._id === me}
          operator={leaving}
          onClose={() => setLeaving(null)}
        />
      </ConsolePage>
    </>
  );
}

function OperatorName({ row: { _id, name } }: { row: OperatorRow }) {
  const me = useAppSelector(selectCurrentUser)?._id;
  return (
    <>
      {name} {_id === me && <Tag>You</Tag>}
    </>
  );
}

/** Warns of log-ins that are easy to take over. */
function LogInTags({ row: { verifiedEmail, hasTwoFactor } }: { row: OperatorRow }) {
  if (verifiedEmail && hasTwoFactor) return 'Email confirmed, two-factor on';
  return (
    <>
      {!verifiedEmail && <Tag color="warning">Email not confirmed</Tag>}
      {!hasTwoFactor && <Tag color="warning">Two-factor off</Tag>}
    </>
  );
}

interface RemoveDialogProps {
  operator: OperatorRow | null;
  isMe: boolean;
  onClose: () => void;
}

function RemoveDialog({ operator, isMe, onClose }: RemoveDialogProps) {
  const { act, isBusy, failure } = useAct({ open: operator !== null, onDone: onClose });
  const remove = () => {
    if (operator?.email) act(removeRole(operator.email));
  };
  return (
    <ActDialog
      open={operator !== null}
      title={
        isMe
          ? 'Remove your own role?'
          : `Remove ${operator?.name ?? ''} (${operator?.email ?? 'no email'}) from the operators?`
      }
      effect={
        isMe
          ? 'You can no longer open the console, from now on. You keep your account as a fan. Another owner can give you a role again.'
          : 'They keep their account as a fan, and can no longer open the console. They are told by email.'
      }
      okText="Remove role"
      isDanger
      isBusy={isBusy}
      failure={failure}
      onAct={remove}
      onClose={onClose}
    />
  );
}
