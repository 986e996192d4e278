import { CircleAlert, CircleCheck, FileUp } from 'lucide-react';
import { useLayoutEffect, useId, useState } from 'react';
import { lastBirthday } from '@contract/base/age';
import { defaultMinimumAge, limits } from '@contract/base/limits';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { useFormProblem } from '@/components/form/form-problems';
import { Input } from '@/components/form/input';
import { EmailInput, genders, NameInput, noGender, UsernameField } from '@/components/form/person-inputs';
import { Meter } from '@/components/list/meter';
import { Problem } from '@/components/basic/note';
import { NewPasswordField } from '@/components/form/password-input';
import { Select } from '@/components/form/select';
import { LeaveGuard } from '@/components/states/leave-guard';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { cx } from '@/lib/cx';
import { formatBytes } from '@/lib/format-bytes';
import { toPercent } from '@/lib/percent';
import { getFieldError, getFormSummary } from '@/lib/form-error';
import { detectFileType } from '@/lib/detect-file-type';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectHasExtension } from '@/store/backend';
import { useNewPassword } from '@/store/new-password';
import { creatorRegistered, formOpened, selectForm } from '../auth-slice';
import { selectIsUsernameFree, selectUsernameProblem, usernameTyped } from '../username-slice';
import { selectDocumentTypes, toAcceptAttribute } from '../document-type-selectors';
import { TermsNote } from './terms-note';
import styles from './auth-forms.module.css';

type Paper = 'idVerification' | 'documentVerification';

export function CreatorRegisterForm() {
  const dispatch = useAppDispatch();
  const { status, error, progress } = useAppSelector(selectForm('creator'));
  useLayoutEffect(() => void dispatch(formOpened('creator')), [dispatch]);
  const [fields, setFields] = useState({
    name: '',
    username: '',
    email: '',
    password: '',
    gender: '',
    dateOfBirth: '',
  });
  const { minimumAge = defaultMinimumAge } = useAppSelector(selectSettings);
  const [files, setFiles] = useState<Record<Paper, File | null>>({ idVerification: null, documentVerification: null });
  const [problems, setProblems] = useState<Partial<Record<Paper, string>>>({});
  const documents = useAppSelector(selectDocumentTypes);
  const kinds = `${documents.formats}, up to 20 MB.`;
  const { idVerification, documentVerification } = files;
  const pick = (paper: Paper) => async (file: File | null) => {
    setFiles((before) => ({ ...before, [paper]: file }));
    const problem = file ? await findDocumentProblem(file, documents) : undefined;
    setProblems((before) => ({ ...before, [paper]: problem }));
  };
  const set = (name: keyof typeof fields) => (event: { target: { value: string } }) =>
    setFields((now) => ({ ...now, [name]: event.target.value }));
  const setUsername = (event: { target: { value: string } }) => {
    set('username')(event);
    dispatch(usernameTyped({ username: event.target.value }));
  };
  const usernameProblem = useAppSelector(selectUsernameProblem(fields.username));
  const isUsernameFree = useAppSelector(selectIsUsernameFree(fields.username));
  const isGenderOptional = useAppSelector(selectHasExtension('optionalGender'));
  const newPassword = useNewPassword(fields.password, [fields.name, fields.username, fields.email]);
  const handleSubmit = () => {
    if (!idVerification || !documentVerification) return;
    const form = new FormData();
    form.set('idVerification', idVerification);
    form.set('documentVerification', documentVerification);
    dispatch(
      creatorRegistered({
        fields: {
          ...fields,
          username: fields.username.toLowerCase().trim(),
          email: fields.email.trim(),
        },
        form,
      }),
    );
  };
  const isBegun = [...Object.values(fields), ...Object.values(files)].some(Boolean);
  const [latest] = useState(() => lastBirthday(minimumAge, new Date()));
  return (
    <Form onSubmit={handleSubmit}>
      <div className={styles.pair}>
        <Field label="Name on your page" error={getFieldError(error, 'name')}>
          <NameInput value={fields.name} onChange={set('name')} />
        </Field>
        <UsernameField
          error={getFieldError(error, 'username') ?? usernameProblem}
          isFree={isUsernameFree}
          value={fields.username}
          onChange={setUsername}
        />
      </div>
      <div className={styles.pair}>
        <Field label="Email" error={getFieldError(error, 'email')}>
          <EmailInput value={fields.email} onChange={set('email')} />
        </Field>
        <Field label="Gender" optional={isGenderOptional} error={getFieldError(error, 'gender')}>
          <Select
            name="gender"
            required={!isGenderOptional}
            placeholder={isGenderOptional ? noGender : 'Choose'}
            options={genders}
            value={fields.gender}
            onChange={set('gender')}
          />
        </Field>
      </div>
      <Field
        label="Date of birth"
        hint={`Creators here are ${minimumAge} or older. Nobody but you and the people who run this site sees the date.`}
        error={getFieldError(error, 'dateOfBirth')}
      >
        <Input
          name="dateOfBirth"
          type="date"
          autoComplete="bday"
          required
          min="1900-01-01"
          max={latest}
          value={fields.dateOfBirth}
          onChange={set('dateOfBirth')}
        />
      </Field>
      <NewPasswordField
        label="Password"
        error={getFieldError(error, 'password')}
        value={fields.password}
        onChange={set('password')}
        {...newPassword}
      />
      <fieldset className="stack stack--md">
        <legend className="strong sm">Who you are</legend>
        <p className="xs muted">Only our team sees these, and only to check that you’re an adult.</p>
        <DocumentPicker
          label="Photo of your ID"
          hint={`${kinds} All four edges must be visible.`}
          accept={toAcceptAttribute(documents)}
          file={idVerification}
          problem={problems.idVerification}
          onPick={pick('idVerification')}
        />
        <DocumentPicker
          label="Photo of you holding it"
          hint={`${kinds} Your face and the ID must be readable.`}
          accept={toAcceptAttribute(documents)}
          file={documentVerification}
          problem={problems.documentVerification}
          onPick={pick('documentVerification')}
        />
        <Problem>{getFieldError(error, 'documents')}</Problem>
      </fieldset>
      <LeaveGuard when={isBegun ? 'leaving' : null}>
        <p>
          {status === 'pending'
            ? 'Your documents are still being sent. If they arrive, your page is started all the same.'
            : 'Your page has not been started yet.'}
        </p>
      </LeaveGuard>
      <Problem>{getFormSummary(error, [...Object.keys(fields), 'documents'])}</Problem>
      {status === 'pending' && progress > 0 && <Meter label="Sending your documents" percent={toPercent(progress)} />}
      <Button type="submit" variant="primary" size="lg" block busy={status === 'pending'} busyLabel="Sending">
        Start my page
      </Button>
      <TermsNote when="By starting your page" />
    </Form>
  );
}

interface DocumentPickerProps {
  label: string;
  hint: string;
  accept: string;
  file: File | null;
  problem?: string | undefined;
  onPick: (file: File | null) => void;
}

function DocumentPicker({ label, hint, accept, file, problem: found, onPick }: DocumentPickerProps) {
  const id = useId();
  const missing = useFormProblem(id);
  const problem = found ?? (file ? undefined : missing);
  return (
    <label className={`row ${styles.pick}`}>
      <Icon of={problem ? CircleAlert : file ? CircleCheck : FileUp} className={cx(file && !problem && styles.done)} />
      <span className="grow">
        <b>{label}</b>
        <small className="xs muted">{file ? `${file.name}, ${formatBytes(file.size)}` : hint}</small>
        {problem && (
          <small role="alert" id={`${id}-note`} className={`xs block ${styles.problem}`}>
            {problem}
          </small>
        )}
      </span>
      <input
        className="sr"
        type="file"
        id={id}
        accept={accept}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-note` : undefined}
        data-problem={found ?? (file ? undefined : 'This document is missing.')}
        onChange={(event) => onPick(event.target.files?.[0] ?? null)}
      />
    </label>
  );
}

async function findDocumentProblem(
  file: File,
  { types, formats }: ReturnType<typeof selectDocumentTypes>,
): Promise<string | undefined> {
  if (file.size > limits.documentBytes) {
    return `This file is larger than ${limits.documentBytes / 1024 / 1024} MB. Choose a smaller one.`;
  }
  // Checks the content, because the file's name may be wrong.
  const type = detectFileType(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  return type !== null && types.includes(type) ? undefined : `We can’t read this file. Choose a ${formats} file.`;
}
