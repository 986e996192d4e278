import Link from 'next/link';
import { useState, type ReactNode } from 'react';
import { Picture } from '@/components/media/picture';
import { Button } from '@/components/basic/button';
import { Avatar } from '@/components/people/avatar';
import { Chips } from '@/components/form/chips';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { Input } from '@/components/form/input';
import { UsernameField } from '@/components/form/person-inputs';
import { Problem } from '@/components/basic/note';
import { LeaveGuard } from '@/components/states/leave-guard';
import { TextArea } from '@/components/form/text-area';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { selectIsUsernameFree, selectUsernameProblem, usernameTyped } from '@/features/identity/auth/username-slice';
import { paths } from '@/config/paths';
import { getFieldError, getFormSummary } from '@/lib/form-error';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { creatorProfileSaved } from '../account-slice';
import { useSection } from '../use-section';
import { creatorLabels, getCreatorFields, toCreatorBody, type CreatorAccount } from './creator-fields';
import { CreatorLinks } from './creator-links';
import { CreatorPriceFields } from './creator-price-fields';
import { hasPriceOutOfRange, isYearDearer } from './creator-prices';
import { DearerYearSheet } from './dearer-year-sheet';
import { FileButton } from './file-button';
import styles from './account.module.css';
import { PersonFields, type NamedCodes } from './person-fields';
import { isChangedElsewhere, ProfileConflict } from './profile-conflict';
import { RestoredInputNote } from './restored-input-note';
import { differing, useProfileFields } from './use-profile-fields';

interface CreatorProfileFormProps {
  user: CreatorAccount;
  categories: { value: string; text: string }[];
  countries?: NamedCodes;
  languages?: NamedCodes;
  emailNote?: ReactNode;
}

const fieldNames = [
  'dateOfBirth',
  'gender',
  'country',
  'languages',
  'name',
  'username',
  'email',
  'headline',
  'bio',
  'monthlyPrice',
  'yearlyPrice',
];

export function CreatorProfileForm({ user, categories, countries, languages, emailNote }: CreatorProfileFormProps) {
  const dispatch = useAppDispatch();
  const { status, error } = useSection('profile');
  const bounds = useAppSelector(selectSettings);
  const keepsDetails = useAppSelector(selectHasExtension('pageDetails'));
  const profile = useProfileFields(user, getCreatorFields);
  const { stored, change, isChanged } = profile;
  const fixesBirthDate = useAppSelector(selectHasExtension('fixedBirthDate'));
  const isBirthDateFixed = fixesBirthDate && user.verifiedDocument && stored.dateOfBirth !== '';
  // A different date may have been typed before the documents were approved.
  const fields = isBirthDateFixed ? { ...profile.fields, dateOfBirth: stored.dateOfBirth } : profile.fields;
  const set = (name: 'name' | 'dateOfBirth' | 'email' | 'headline' | 'bio') => (event: { target: { value: string } }) =>
    change({ [name]: event.target.value });
  const setUsername = ({ target }: { target: { value: string } }) => {
    change({ username: target.value });
    dispatch(usernameTyped({ username: target.value, own: stored.username }));
  };
  const usernameProblem = useAppSelector(selectUsernameProblem(fields.username));
  const isUsernameFree = useAppSelector(selectIsUsernameFree(fields.username, stored.username));
  const [isAsking, setIsAsking] = useState(false);
  /** Prices that were confirmed: saving them again does not ask again. */
  const [agreed, setAgreed] = useState('');
  const hasPriceOut = hasPriceOutOfRange(fields, bounds);
  const arePricesNew = fields.monthly !== stored.monthly || fields.yearly !== stored.yearly;
  const prices = `${fields.monthly} ${fields.yearly}`;
  const asksFirst = isYearDearer(fields) && arePricesNew && !hasPriceOut && agreed !== prices;
  const save = (revision: number | undefined) => {
    if (hasPriceOut) return;
    const toBody = (form: typeof fields) => toCreatorBody(form, bounds.freeSubscriptionDuration);
    const body = toBody(fields);
    // Saving the initial prices unchanged counts as choosing them.
    const first = user.pricesChosen === false && { monthlyPrice: body.monthlyPrice };
    dispatch(creatorProfileSaved({ ...first, ...differing(body, toBody(stored)) }, revision));
  };
  const confirmOrSave = (revision: number | undefined) =>
    profile.saveIfReviewed(() => (asksFirst ? setIsAsking(true) : save(revision)));
  return (
    <Form onSubmit={() => confirmOrSave(profile.revision)}>
      <RestoredInputNote restored={profile.restored} fields={profile.changed.map((key) => creatorLabels[key])} />
      <div className={styles.pictures}>
        <Avatar name={user.name} src={user.avatar} size="xl" />
        <FileButton section="avatar" label="Change profile photo" />
        <div className={styles.cover}>
          {user.cover && <Picture src={user.cover} alt="" width={640} height={256} fallback={null} />}
        </div>
        <FileButton section="cover" label="Change cover" />
      </div>
      <div className={styles.pair}>
        <Field label="Name" error={getFieldError(error, 'name')}>
          <Input required maxLength={100} autoComplete="name" value={fields.name} onChange={set('name')} />
        </Field>
        <UsernameField
          error={getFieldError(error, 'username') ?? usernameProblem}
          isFree={isUsernameFree}
          value={fields.username}
          onChange={setUsername}
        />
        <div className={styles.field}>
          <Field label="Email" error={getFieldError(error, 'email')}>
            <Input type="email" required autoComplete="email" value={fields.email} onChange={set('email')} />
          </Field>
          {emailNote}
        </div>
        {keepsDetails && (
          <Field label="What you create" hint="One line, shown on your card." error={getFieldError(error, 'headline')}>
            <Input maxLength={120} value={fields.headline} onChange={set('headline')} />
          </Field>
        )}
        <Field
          label="Date of birth"
          hint={isBirthDateFixed ? <CheckedBirthDate /> : 'Never shown to others.'}
          error={getFieldError(error, 'dateOfBirth')}
        >
          <Input
            type="date"
            autoComplete="bday"
            min="1900-01-01"
            readOnly={isBirthDateFixed}
            value={fields.dateOfBirth}
            onChange={set('dateOfBirth')}
          />
        </Field>
      </div>
      <div className={styles.pair}>
        <PersonFields value={fields} onChange={change} countries={countries} languages={languages} error={error} />
      </div>
      <Field label="About you" error={getFieldError(error, 'bio')}>
        <TextArea rows={4} maxLength={2000} value={fields.bio} onChange={set('bio')} />
      </Field>
      {categories.length > 0 && (
        <div className={styles.choices}>
          <p className="strong sm">Topics</p>
          <Chips
            label="Topics"
            options={categories.map(({ value, text }) => ({ value, label: text }))}
            value={fields.categoryIds}
            onToggle={(value) =>
              change({
                categoryIds: fields.categoryIds.includes(value)
                  ? fields.categoryIds.filter((id) => id !== value)
                  : [...fields.categoryIds, value],
              })
            }
            wrap
          />
        </div>
      )}
      <CreatorPriceFields user={user} fields={fields} stored={stored} onChange={change} error={error} />
      {keepsDetails && <CreatorLinks links={fields.links} onChange={(links) => change({ links })} />}
      <ProfileConflict profile={profile} labels={creatorLabels} user={user} onSave={confirmOrSave} />
      <Problem>{isChangedElsewhere(error) ? null : getFormSummary(error, fieldNames)}</Problem>
      <DearerYearSheet
        isOpen={isAsking}
        prices={fields}
        onClose={() => setIsAsking(false)}
        onSave={() => {
          setIsAsking(false);
          setAgreed(prices);
          save(profile.revision);
        }}
      />
      <LeaveGuard when={isChanged ? 'leaving' : null} onLeave={profile.forget} />
      <div className="row">
        <Button type="submit" variant="primary" busy={status === 'pending'} busyLabel="Saving">
          Save
        </Button>
      </div>
    </Form>
  );
}

const CheckedBirthDate = () => (
  <>
    Checked with your documents.{' '}
    <Link className="link" href={paths.contact}>
      Write to us
    </Link>{' '}
    to change it.
  </>
);
