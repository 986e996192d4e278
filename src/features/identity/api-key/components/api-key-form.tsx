import { useState } from 'react';
import type { KeyScope } from '@contract/base/key-scopes';
import { limits } from '@contract/base/limits';
import { Button } from '@/components/basic/button';
import { CheckGroup } from '@/components/form/check-group';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { Select } from '@/components/form/select';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { apiKeyCreateRequested, selectApiKeys } from '../api-key-slice';
import { listScopes } from '../scope-words';

const lifetimes = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
];

export function ApiKeyForm({ isCreator }: { isCreator: boolean }) {
  const dispatch = useAppDispatch();
  const { creating } = useAppSelector(selectApiKeys);
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const [scopes, setScopes] = useState<KeyScope[]>(['read']);
  const [hasNoScope, setHasNoScope] = useState(false);
  const choose = (chosen: KeyScope[]) => {
    setScopes(chosen);
    setHasNoScope(false);
  };
  const handleSubmit = () => {
    if (scopes.length === 0) setHasNoScope(true);
    else dispatch(apiKeyCreateRequested({ name, scopes, ...(days && { expiresInDays: Number(days) }) }));
  };
  return (
    <Form onSubmit={handleSubmit}>
      <Field label="Name" hint="The program that will use this key">
        <Input
          required
          maxLength={limits.apiKeyName}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <CheckGroup
        label="What it can do"
        options={listScopes(isCreator)}
        chosen={scopes}
        onChange={choose}
        problem={hasNoScope ? 'Choose at least one.' : undefined}
      />
      <Field label="Expires">
        <Select options={lifetimes} value={days} onChange={(event) => setDays(event.target.value)} />
      </Field>
      <FormFoot failure={creating.error}>
        <Button type="submit" variant="primary" size="lg" block busy={creating.isBusy} busyLabel="Creating">
          Create key
        </Button>
      </FormFoot>
    </Form>
  );
}
