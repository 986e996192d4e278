import { Alert, Button, Form, Input, Select } from 'antd';
import { FormDialog } from '@/components/console/form-dialog';
import { useAct } from '@/features/operations/act/use-act';
import { giveRole, roleOptions, type OperatorRow } from '@/features/operations/operator/operator-feature';
import { person } from '@/features/operations/person/person-feature';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { AccountFacts, AccountField } from './account-field';

interface RoleDialogProps {
  /** Empty for a new one; null while closed. */
  operator: Partial<OperatorRow> | null;
  onClose: () => void;
}

interface RoleFields {
  accountId?: string;
  role: (typeof roleOptions)[number]['value'];
}

/** Gives an account a role: one that is searched for, or an operator. */
export function RoleDialog({ operator, onClose }: RoleDialogProps) {
  const dispatch = useAppDispatch();
  const open = operator !== null;
  const isNew = operator?._id === undefined;
  const [form] = Form.useForm<RoleFields>();
  const accountId = Form.useWatch('accountId', form);
  const loaded = useAppSelector(person.select);
  const found = accountId !== undefined && loaded.data?._id === accountId ? loaded.data : null;
  const isLoading = isNew && loaded.status === 'pending';
  const hasFailed = isNew && accountId !== undefined && loaded.status === 'failed';
  const retry = accountId && <Button onClick={() => dispatch(person.requested(accountId))}>Try again</Button>;
  const { act, isBusy, failure } = useAct({ open, onDone: onClose });
  const email = isNew ? found?.email : operator.email;
  const login = isNew ? found : operator;
  return (
    <FormDialog<RoleFields>
      key={operator?._id ?? ''}
      form={form}
      open={open}
      title={isNew ? 'Give a role' : `Change the role of ${operator.name ?? ''}`}
      okText={isNew ? 'Give role' : 'Change role'}
      isBusy={isBusy || isLoading}
      failure={failure}
      onClose={onClose}
      initialValues={{ role: operator?.role ?? 'support' }}
      onFinish={({ role }) => email && act(giveRole(email, role))}
    >
      {isNew ? (
        <AccountField name="accountId" extra="They sign up as a fan first. A role they have is replaced." />
      ) : (
        <Form.Item label="Email of their account">
          <Input aria-label="Email of their account" value={operator.email ?? 'None'} readOnly />
        </Form.Item>
      )}
      {hasFailed && <Alert type="error" showIcon title={loaded.error?.message} action={retry} />}
      {found && <AccountFacts person={found} />}
      {login && <LogInWarning verifiedEmail={login.verifiedEmail} hasTwoFactor={login.hasTwoFactor} />}
      {isNew && found?.email === null && (
        <Alert type="error" showIcon title="This account has no email, so it can’t have a role." />
      )}
      <Form.Item name="role" label="Role">
        <Select options={roleOptions} />
      </Form.Item>
    </FormDialog>
  );
}

/** Anyone who takes over a weak account gets the role. */
function LogInWarning({ verifiedEmail, hasTwoFactor }: Partial<Pick<OperatorRow, 'verifiedEmail' | 'hasTwoFactor'>>) {
  const weakness = findWeakness(verifiedEmail, hasTwoFactor);
  return (
    <Alert
      type={weakness ? 'warning' : 'info'}
      showIcon
      style={{ marginBottom: 'var(--s-4)' }}
      title={
        weakness
          ? `${weakness}: anyone who takes over the account gets the role.`
          : 'Their email is confirmed, and two-factor is on.'
      }
      description="They get an email and a notification with the way to the console."
    />
  );
}

function findWeakness(verifiedEmail = false, hasTwoFactor = false): string | null {
  if (!verifiedEmail) return `Their email is not confirmed${hasTwoFactor ? '' : ', and two-factor is off'}`;
  return hasTwoFactor ? null : 'Two-factor is off';
}
