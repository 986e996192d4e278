import { Button, Form, Input, Select, Alert } from 'antd';
import { useState } from 'react';
import { ActDialog } from '@/components/console/act-dialog';
import { ConsoleModal } from '@/components/console/console-modal';
import { ConsolePage } from '@/components/console/console-page';
import { ConsoleTable, type ConsoleColumn } from '@/components/console/console-table';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { useAct } from '@/features/operations/act/use-act';
import {
  giveRole,
  operatorsRequested,
  removeRole,
  roleOptions,
  roleWords,
  selectOperators,
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
  const { rows, status, error } = useAppSelector(selectOperators);
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
        <ConsoleTable
          label="Operators"
          columns={[...columns, ...acts]}
          rows={rows}
          total={rows.length}
          page={1}
          pageSize={Math.max(rows.length, 1)}
          onPage={() => undefined}
          isLoading={status === 'pending'}
          failure={status === 'failed' ? error?.message : undefined}
          onRetry={() => dispatch(operatorsRequested())}
          empty="No operator yet."
        />
        <RoleDialog open={isAdding} onClose={() => setIsAdding(false)} />
        <RemoveDialog operator={leaving} onClose={() => setLeaving(null)} />
      </ConsolePage>
    </>
  );
}

function RoleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [form] = Form.useForm<{ email: string; role: (typeof roleOptions)[number]['value'] }>();
  const { act, isBusy, failure } = useAct({ open, onDone: onClose });
  return (
    <ConsoleModal
      open={open}
      title="Give a role"
      okText="Give role"
      okButtonProps={{ loading: isBusy }}
      onOk={() => form.submit()}
      onCancel={isBusy ? undefined : onClose}
    >
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        requiredMark={false}
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
        {failure !== undefined && <Alert type="error" showIcon title={failure} />}
      </Form>
    </ConsoleModal>
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
