import Link from 'next/link';
import type { ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { Avatar } from '@/components/people/avatar';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { EmailInput, NameInput, UsernameField } from '@/components/form/person-inputs';
import { Problem } from '@/components/basic/note';
import { LeaveGuard } from '@/components/states/leave-guard';
import { paths } from '@/config/paths';
import type { CurrentUser } from '@/features/identity/auth/session-slice';
import { selectIsUsernameFree, selectUsernameProblem, usernameTyped } from '@/features/identity/auth/username-slice';
import { getFieldError, getFormSummary } from '@/lib/form-error';
import { withQuery } from '@/lib/omit-empty';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { fanProfileSaved } from '../account-slice';
import { useSection } from '../use-section';
import { FileButton } from './file-button';
import styles from './account.module.css';
import { isChangedElsewhere, ProfileConflict } from './profile-conflict';
import { RestoredInputNote } from './restored-input-note';
import { differing, useProfileFields } from './use-profile-fields';

const getFields = ({ name, username, email }: CurrentUser) => ({ name, username: username ?? '', email: email ?? '' });

const labels = { name: 'Name', username: 'Username', email: 'Email' };

interface FanProfileFormProps {
  user: CurrentUser;
  emailNote?: ReactNode;
}

export function FanProfileForm({ user, emailNote }: FanProfileFormProps) {
  const dispatch = useAppDispatch();
  const { status, error } = useSection('profile');
  const profile = useProfileFields(user, getFields);
  const { fields, stored, change, isChanged } = profile;
  const set = (name: keyof typeof fields) => (event: { target: { value: string } }) =>
    change({ [name]: event.target.value });
  const setUsername = ({ target }: { target: { value: string } }) => {
    change({ username: target.value });
    dispatch(usernameTyped({ username: target.value, own: stored.username }));
  };
  const usernameProblem = useAppSelector(selectUsernameProblem(fields.username));
  const isUsernameFree = useAppSelector(selectIsUsernameFree(fields.username, stored.username));
  // Some compatible backends require the username in every update. Wire contract 2.2.
  const save = (revision: number | undefined) =>
    profile.saveIfReviewed(() =>
      dispatch(fanProfileSaved({ username: fields.username, ...differing(fields, stored) }, revision)),
    );
  return (
    <Form onSubmit={() => save(profile.revision)}>
      <RestoredInputNote restored={profile.restored} fields={profile.changed.map((key) => labels[key])} />
      <div className={styles.pictures}>
        <Avatar name={user.name || 'You'} src={user.avatar} size="xl" />
        <FileButton section="avatar" label="Change picture" />
      </div>
      <div className={styles.pair}>
        <Field label="Name" error={getFieldError(error, 'name')}>
          <NameInput value={fields.name} onChange={set('name')} />
        </Field>
        <UsernameField
          error={getFieldError(error, 'username') ?? usernameProblem}
          isFree={isUsernameFree}
          value={fields.username}
          onChange={setUsername}
        />
        <div className={styles.field}>
          <Field
            label="Email"
            hint={
              user.verifiedEmail ? (
                'Verified.'
              ) : (
                <>
                  Not verified yet. Open the link we emailed you, or{' '}
                  <Link className="link" href={withQuery(paths.auth.verification, { returnTo: paths.user.account })}>
                    send it again
                  </Link>
                  .
                </>
              )
            }
            error={getFieldError(error, 'email')}
          >
            <EmailInput value={fields.email} onChange={set('email')} />
          </Field>
          {emailNote}
        </div>
      </div>
      <ProfileConflict profile={profile} labels={labels} user={user} onSave={save} />
      <Problem>{isChangedElsewhere(error) ? null : getFormSummary(error, Object.keys(fields))}</Problem>
      <LeaveGuard when={isChanged ? 'leaving' : null} onLeave={profile.forget} />
      <div className="row">
        <Button type="submit" variant="primary" busy={status === 'pending'} busyLabel="Saving">
          Save
        </Button>
      </div>
    </Form>
  );
}
