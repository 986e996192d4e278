import { Plus, X } from 'lucide-react';
import Link from 'next/link';
import { useState, type ReactNode } from 'react';
import { toAmountText } from '@contract/base/money';
import { Picture } from '@/components/media/picture';
import { Button } from '@/components/basic/button';
import { Avatar } from '@/components/people/avatar';
import { Chips } from '@/components/form/chips';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { IconButton } from '@/components/basic/icon-button';
import { Input } from '@/components/form/input';
import { UsernameField } from '@/components/form/person-inputs';
import { MoneyInput } from '@/components/form/money-input';
import { Problem } from '@/components/basic/note';
import { LeaveGuard } from '@/components/states/leave-guard';
import { Sheet } from '@/components/layout/sheet';
import { Switch } from '@/components/form/switch';
import { TextArea } from '@/components/form/text-area';
import type { CurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { selectIsUsernameFree, selectUsernameProblem, usernameTyped } from '@/features/identity/auth/username-slice';
import { paths } from '@/config/paths';
import { getFieldError, getFormSummary } from '@/lib/form-error';
import { describeEarningTerms } from '@/lib/earning-terms';
import { formatMoney } from '@/lib/format-money';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { creatorProfileSaved, selectSection } from '../account-slice';
import { FileButton } from './file-button';
import styles from './account.module.css';
import { PersonFields, type NamedCodes } from './person-fields';
import { PriceChangeNote } from './price-change-note';
import { isChangedElsewhere, ProfileConflict } from './profile-conflict';
import { differing, useProfileFields } from './use-profile-fields';

export type CreatorAccount = Extract<CurrentUser, { isPerformer: true }>;

interface CreatorProfileFormProps {
  user: CreatorAccount;
  /** Topics to choose from. */
  categories: { value: string; text: string }[];
  countries?: NamedCodes;
  languages?: NamedCodes;
  /** What is to be known of the email, right below its field. */
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

const SUGGESTED_TRIAL_DAYS = '7';

/** The page of a creator and what it costs. */
export function CreatorProfileForm({ user, categories, countries, languages, emailNote }: CreatorProfileFormProps) {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectSection('profile'));
  const bounds = useAppSelector(selectSettings);
  const keepsDetails = useAppSelector(selectHasExtension('pageDetails'));
  const profile = useProfileFields(user, getFields);
  const { stored, change, isChanged } = profile;
  const fixesBirthDate = useAppSelector(selectHasExtension('fixedBirthDate'));
  const isBirthDateFixed = fixesBirthDate && user.verifiedDocument && stored.dateOfBirth !== '';
  // Another one may have been typed before the documents were approved.
  const fields = isBirthDateFixed ? { ...profile.fields, dateOfBirth: stored.dateOfBirth } : profile.fields;
  const set =
    (name: 'name' | 'dateOfBirth' | 'email' | 'headline' | 'bio' | 'days') => (event: { target: { value: string } }) =>
      change({ [name]: event.target.value });
  /** A trial of one day is the default of sites and too short to suggest. */
  const switchTrial = (isFreeSubscription: boolean) => {
    const suggestsDays = isFreeSubscription && !stored.isFreeSubscription && Number(stored.days) <= 1;
    change({ isFreeSubscription, days: suggestsDays ? SUGGESTED_TRIAL_DAYS : stored.days });
  };
  const setUsername = ({ target }: { target: { value: string } }) => {
    change({ username: target.value });
    dispatch(usernameTyped({ username: target.value, own: stored.username }));
  };
  const usernameProblem = useAppSelector(selectUsernameProblem(fields.username));
  const isUsernameFree = useAppSelector(selectIsUsernameFree(fields.username));
  const priceHint = `Between ${formatMoney(bounds.minimumSubscriptionPrice)} and ${formatMoney(bounds.maximumSubscriptionPrice)}.`;
  const isPublished = (price: string) =>
    !(Number(price) >= bounds.minimumSubscriptionPrice && Number(price) <= bounds.maximumSubscriptionPrice);
  const costsMore = Number(fields.yearly) > 12 * Number(fields.monthly);
  const twelveMonths = `Twelve months cost ${formatMoney(12 * Number(fields.monthly))}, which is less.`;
  const toBody = ({ days, monthly, yearly, links, ...rest }: typeof fields) => ({
    ...rest,
    monthlyPrice: Number(monthly),
    yearlyPrice: Number(yearly),
    durationFreeSubscriptionDays: Number(days) || bounds.freeSubscriptionDuration,
    socialLinks: links.filter((link) => link.url !== ''),
  });
  const [isAsking, setIsAsking] = useState(false);
  /** Prices that were to be saved anyway: a save that is repeated over another one does not ask again. */
  const [agreed, setAgreed] = useState('');
  const hasPriceOut = isPublished(fields.monthly) || isPublished(fields.yearly);
  const arePricesNew = fields.monthly !== stored.monthly || fields.yearly !== stored.yearly;
  const prices = `${fields.monthly} ${fields.yearly}`;
  const asksFirst = costsMore && arePricesNew && !hasPriceOut && agreed !== prices;
  const save = (revision: number | undefined) => {
    if (hasPriceOut) return;
    const body = toBody(fields);
    // Who saves the first prices as they are has chosen them.
    const first = user.pricesChosen === false && { monthlyPrice: body.monthlyPrice };
    dispatch(creatorProfileSaved({ ...first, ...differing(body, toBody(stored)) }, revision));
  };
  const confirmOrSave = (revision: number | undefined) => (asksFirst ? setIsAsking(true) : save(revision));
  return (
    <Form onSubmit={() => confirmOrSave(profile.revision)}>
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
      <div className={styles.pair} id="prices">
        <Field
          label="Monthly price"
          hint={priceHint}
          error={isPublished(fields.monthly) ? priceHint : getFieldError(error, 'monthlyPrice')}
        >
          <MoneyInput value={fields.monthly} onChange={(monthly) => change({ monthly })} />
        </Field>
        <Field
          label="Yearly price"
          hint={costsMore ? <span className={styles.warn}>{twelveMonths}</span> : priceHint}
          error={isPublished(fields.yearly) ? priceHint : getFieldError(error, 'yearlyPrice')}
        >
          <MoneyInput value={fields.yearly} onChange={(yearly) => change({ yearly })} />
        </Field>
      </div>
      {user.earningTerms && <p className="sm muted">{describeEarningTerms(user.earningTerms)}</p>}
      {user.pricesChosen === true && <PriceChangeNote typed={fields} stored={stored} />}
      <Switch
        label="Offer a free trial"
        hint="Once per fan. It ends automatically."
        checked={fields.isFreeSubscription}
        onChange={(event) => switchTrial(event.target.checked)}
      />
      {fields.isFreeSubscription && (
        <div className={styles.pair}>
          <Field label="Days">
            <Input type="number" min={1} max={365} value={fields.days} onChange={set('days')} />
          </Field>
        </div>
      )}
      {keepsDetails && <Links links={fields.links} onChange={(links) => change({ links })} />}
      <ProfileConflict profile={profile} labels={labels} user={user} onSave={confirmOrSave} />
      <Problem>{isChangedElsewhere(error) ? null : getFormSummary(error, fieldNames)}</Problem>
      <Sheet open={isAsking} onClose={() => setIsAsking(false)} title="A year costs more than twelve months">
        <p>{twelveMonths} Fans will see both prices.</p>
        <FormFoot>
          <div className="row row--end">
            <Button
              variant="ghost"
              onClick={() => {
                setIsAsking(false);
                setAgreed(prices);
                save(profile.revision);
              }}
            >
              Save anyway
            </Button>
            <Button variant="primary" onClick={() => setIsAsking(false)}>
              Change the prices
            </Button>
          </div>
        </FormFoot>
      </Sheet>
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

const labels: Record<keyof ReturnType<typeof getFields>, string> = {
  name: 'Name',
  username: 'Username',
  email: 'Email',
  headline: 'What you create',
  bio: 'About you',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  country: 'Country',
  languages: 'Languages',
  categoryIds: 'Topics',
  monthly: 'Monthly price',
  yearly: 'Yearly price',
  isFreeSubscription: 'Free trial',
  days: 'Days of the free trial',
  links: 'Links',
};

const getFields = (user: CreatorAccount) => ({
  name: user.name,
  username: user.username,
  email: user.email ?? '',
  headline: user.headline ?? '',
  bio: user.bio ?? '',
  dateOfBirth: user.dateOfBirth?.slice(0, 10) ?? '',
  gender: user.gender ?? ('' as const),
  country: user.country ?? '',
  languages: user.languages ?? [],
  categoryIds: user.categoryIds,
  monthly: toAmountText(user.monthlyPrice),
  yearly: toAmountText(user.yearlyPrice),
  isFreeSubscription: user.isFreeSubscription,
  days: String(user.durationFreeSubscriptionDays),
  links: user.socialLinks ?? [],
});

type ProfileLink = { label: string; url: string };

function Links({ links, onChange }: { links: ProfileLink[]; onChange: (links: ProfileLink[]) => void }) {
  const set = (index: number, part: Partial<ProfileLink>) =>
    onChange(links.map((link, at) => (at === index ? { ...link, ...part } : link)));
  return (
    <div className="stack">
      <p className="strong sm">Links</p>
      {links.map((link, index) => (
        <div key={index} className="row row--wrap">
          <Field label={`Name of link ${index + 1}`}>
            <Input value={link.label} maxLength={40} onChange={(event) => set(index, { label: event.target.value })} />
          </Field>
          <Field label={`Address of link ${index + 1}`} className={styles.wide}>
            <Input
              type="url"
              value={link.url}
              placeholder="https://"
              onChange={(event) => set(index, { url: event.target.value })}
            />
          </Field>
          <IconButton
            icon={X}
            label={`Remove link ${index + 1}`}
            onClick={() => onChange(links.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {links.length < 10 && (
        <div>
          <Button variant="ghost" size="sm" icon={Plus} onClick={() => onChange([...links, { label: '', url: '' }])}>
            Add a link
          </Button>
        </div>
      )}
    </div>
  );
}
