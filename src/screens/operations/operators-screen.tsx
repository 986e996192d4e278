import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { ActDialog } from '@/components/console/act-dialog';
import { FormDialog } from '@/components/console/form-dialog';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { WholeTable } from '@/components/console/whole-table';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { useAct } from '@/features/operations/act/use-act';
import {
  giveRole,
  operators,
  removeRole,
  roleOptions,
  roleWords,
  type OperatorRow,
} from '@/features/operations/operator/operator-feature';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';

const columns: ConsoleColumn<OperatorRow>[] = [
  { key: 'name', title: 'Name', render: ({ name }) => name },
  { key: 'email', title: 'Email', render: ({ email }) => email ?? 'none' },
  { key: 'role', title: 'Role', render: ({ role }) => (role === null ? 'No role: may do nothing' : roleWords[role]) },
  {
    key: 'since',
    title: 'Account since',
    render: ({ createdAt }) => formatFull(createdAt, { timeZone: VIEWER_TIME_ZONE }),
  },
];

/** The operators of the site and their roles. */
export function OperatorsScreen() {
  const dispatch = useAppDispatch();
  const { data, status, error } = useAppSelector(operators.select);
  const mayChange = useAppSelector(selectMay('manageOperators'));
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<OperatorRow | null>(null);
  const acts: ConsoleColumn<OperatorRow>[] = mayChange
    ? [{ key: 'acts', title: '', render: (row) => <Button onClick={() => setLeaving(row)}>Remove</Button> }]
    : [];
  return (
    <>
      <PageTitle title="Operators" />
      <ConsolePage
        title="Operators"
        note="Fans’ accounts that work for the site. Give each person the smallest role that is enough."
        actions={
          mayChange && (
            <Button type="primary" onClick={() => setIsAdding(true)}>
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
        <RoleDialog open={isAdding} onClose={() => setIsAdding(false)} />
        <RemoveDialog operator={leaving} onClose={() => setLeaving(null)} />
      </ConsolePage>
    </>
  );
}

function RoleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { act, isBusy, failure } = useAct({ open, onDone: onClose });
  return (
    <FormDialog<{ email: string; role: (typeof roleOptions)[number]['value'] }>
      open={open}
      title="Give a role"
      okText="Give role"
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      initialValues={{ role: 'support' }}
      onFinish={({ email, role }) => act(giveRole(email, role))}
    >
      <Form.Item
        name="email"
        label="Email of their account"
        extra="They sign up as a fan first. A role they have is replaced."
        rules={[{ required: true, type: 'email', message: 'Enter the email of a fan’s account.' }]}
      >
        <Input type="email" autoComplete="off" />
      </Form.Item>
      <Form.Item name="role" label="Role">
        <Select options={roleOptions} />
      </Form.Item>
    </FormDialog>
  );
}

function RemoveDialog({ operator, onClose }: { operator: OperatorRow | null; onClose: () => void }) {
  const { act, isBusy, failure } = useAct({ open: operator !== null, onDone: onClose });
  const remove = () => {
    if (operator?.email) act(removeRole(operator.email));
  };
  return (
    <ActDialog
      open={operator !== null}
      title={`Remove ${operator?.name ?? ''} from the operators?`}
      effect="They keep their account as a fan, and can no longer open the console."
      okText="Remove role"
      isDanger
      isBusy={isBusy}
      failure={failure}
      onAct={remove}
      onClose={onClose}
    />
  );
}
