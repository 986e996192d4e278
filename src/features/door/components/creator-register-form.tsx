import { CircleAlert } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/button';
import { Field } from '@/components/field';
import { Input } from '@/components/input';
import { Meter } from '@/components/meter';
import { Note } from '@/components/note';
import { PasswordInput } from '@/components/password-input';
import { Select } from '@/components/select';
import { toPercent } from '@/lib/percent';
import { formError, formSummary } from '@/lib/form-error';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { creatorRegistered, selectForm } from '../door-slice';
import { DocumentPicker } from './document-picker';
import { passwordHint } from './password-hint';
import styles from './door-forms.module.css';

const documentHint = 'JPEG, PNG, WebP or PDF, up to 20 MB, all four edges visible.';

const genders = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'transgender', label: 'Transgender' },
  { value: 'couple', label: 'Couple' },
];

const fieldNames = ['name', 'username', 'email', 'gender', 'password', 'documents'];

/** Sign-up as a creator: account, and the two papers that the operator checks. */
export function CreatorRegisterForm() {
  const dispatch = useAppDispatch();
  const { status, error, progress } = useAppSelector(selectForm('creator'));
  const [fields, setFields] = useState({ name: '', username: '', email: '', password: '', gender: 'female' });
  const [idVerification, setIdVerification] = useState<File | null>(null);
  const [documentVerification, setDocumentVerification] = useState<File | null>(null);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const set = (name: keyof typeof fields) => (event: { target: { value: string } }) =>
    setFields({ ...fields, [name]: event.target.value });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsIncomplete(!idVerification || !documentVerification);
    if (!idVerification || !documentVerification) return;
    const form = new FormData();
    form.set('idVerification', idVerification);
    form.set('documentVerification', documentVerification);
    dispatch(
      creatorRegistered({
        fields: { ...fields, username: fields.username.toLowerCase().trim(), email: fields.email.trim() },
        form,
      }),
    );
  };
  const documentError = isIncomplete ? 'Both documents are needed.' : formError(error, 'documents');
  const summary = formSummary(error, fieldNames);
  return (
    <form className={styles.form} method="post" onSubmit={handleSubmit}>
      <div className={styles.pair}>
        <Field label="Name on your page" error={formError(error, 'name')}>
          <Input name="name" autoComplete="name" required maxLength={100} value={fields.name} onChange={set('name')} />
        </Field>
        <Field label="Username" error={formError(error, 'username')}>
          <Input
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            minLength={3}
            maxLength={30}
            value={fields.username}
            onChange={set('username')}
          />
        </Field>
      </div>
      <div className={styles.pair}>
        <Field label="Email" error={formError(error, 'email')}>
          <Input name="email" type="email" autoComplete="email" required value={fields.email} onChange={set('email')} />
        </Field>
        <Field label="Gender" error={formError(error, 'gender')}>
          <Select name="gender" options={genders} value={fields.gender} onChange={set('gender')} />
        </Field>
      </div>
      <Field label="Password" hint={passwordHint} error={formError(error, 'password')}>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          required
          minLength={6}
          value={fields.password}
          onChange={set('password')}
        />
      </Field>
      <fieldset className={styles.documents}>
        <legend className="strong sm">Who you are</legend>
        <p className="xs muted">
          Only the people who run this site see these, and only to check that you are an adult.
        </p>
        <DocumentPicker label="Photo of your ID" hint={documentHint} file={idVerification} onPick={setIdVerification} />
        <DocumentPicker
          label="Photo of you holding it"
          hint={documentHint}
          file={documentVerification}
          onPick={setDocumentVerification}
        />
        {documentError && (
          <Note icon={CircleAlert} tone="danger">
            {documentError}
          </Note>
        )}
      </fieldset>
      {summary && (
        <Note icon={CircleAlert} tone="danger">
          {summary}
        </Note>
      )}
      {status === 'pending' && progress > 0 && <Meter label="Sending your documents" percent={toPercent(progress)} />}
      <Button type="submit" variant="primary" size="lg" block busy={status === 'pending'} busyLabel="Sending">
        Start my page
      </Button>
    </form>
  );
}
