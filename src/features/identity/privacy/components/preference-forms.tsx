import { useMemo } from 'react';
import { Field } from '@/components/form/field';
import { Problem } from '@/components/basic/note';
import { Select } from '@/components/form/select';
import { Switch } from '@/components/form/switch';
import { selectCurrentUser, type CurrentUser } from '@/features/identity/auth/session-slice';
import { selectHasPart } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  preferencesChanged,
  selectPrivacyAct,
  selectUnsavedPreferences,
  type PreferenceChange,
} from '../privacy-feature';
import styles from './privacy.module.css';

type Circle = NonNullable<PreferenceChange['messagesFrom']>;

const fanChoices: { value: Circle; label: string }[] = [
  { value: 'everyone', label: 'Every creator' },
  { value: 'follows', label: 'Creators I follow' },
  { value: 'subscriptions', label: 'Creators I subscribe to' },
  { value: 'nobody', label: 'Nobody' },
];
const creatorChoices: { value: Circle; label: string }[] = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'follows', label: 'Followers and subscribers' },
  { value: 'subscriptions', label: 'Subscribers' },
  { value: 'nobody', label: 'Nobody' },
];

type Preferences = NonNullable<CurrentUser['preferences']>;

const withChange = (known: Preferences, { mails, ...change }: PreferenceChange): Preferences => ({
  ...known,
  ...(change as Partial<Preferences>),
  mails: { ...known.mails, ...(mails as Partial<Preferences['mails']>) },
});

/** Includes unsaved choices, so that the switches show them during the request. */
function usePreferences(): Preferences | undefined {
  const stored = useAppSelector(selectCurrentUser)?.preferences;
  const unsaved = useAppSelector(selectUnsavedPreferences);
  return useMemo(() => stored && unsaved.reduce(withChange, stored), [stored, unsaved]);
}

export function PrivacyForm() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const { error } = useAppSelector(selectPrivacyAct('preferences'));
  const preferences = usePreferences();
  if (!user || !preferences) return <p className="muted">This site has no settings here.</p>;
  const change = (part: PreferenceChange) => void dispatch(preferencesChanged(part));
  return (
    <div className="stack">
      <Problem>{error?.message}</Problem>
      <Switch
        label="Show me in search and suggestions"
        hint="People who know your username can still find you."
        checked={!preferences.hideFromSearch}
        onChange={(event) => change({ hideFromSearch: !event.target.checked })}
      />
      <Switch
        label="Show when I am online"
        checked={preferences.showOnline}
        onChange={(event) => change({ showOnline: event.target.checked })}
      />
      <Switch
        label="Send read receipts"
        hint="If you turn this off, you won’t see theirs either."
        checked={preferences.readReceipts}
        onChange={(event) => change({ readReceipts: event.target.checked })}
      />
      <Field label="Who can message me" className={styles.narrow}>
        <Select
          value={preferences.messagesFrom}
          options={user.isPerformer ? creatorChoices : fanChoices}
          onChange={(event) => change({ messagesFrom: event.target.value as Circle })}
        />
      </Field>
      {preferences.commentsFrom && (
        <Field label="Who can comment on my posts" className={styles.narrow}>
          <Select
            value={preferences.commentsFrom}
            options={creatorChoices}
            onChange={(event) => change({ commentsFrom: event.target.value as Circle })}
          />
        </Field>
      )}
    </div>
  );
}

type MailKind = keyof NonNullable<PreferenceChange['mails']>;

/** Most relevant first. `for` is the only role that gets this kind of mail. */
const kinds: { kind: MailKind; label: string; for?: 'fan' | 'creator' }[] = [
  { kind: 'messages', label: 'New messages' },
  { kind: 'subscriptions', label: 'Subscriptions: new, renewed, ended' },
  { kind: 'sales', label: 'Sales', for: 'creator' },
  { kind: 'tips', label: 'Tips I get', for: 'creator' },
  { kind: 'follows', label: 'New followers', for: 'creator' },
  { kind: 'comments', label: 'Comments and replies' },
  { kind: 'likes', label: 'Likes' },
  { kind: 'posts', label: 'New posts from creators I follow', for: 'fan' },
  { kind: 'live', label: 'Live shows from creators I follow', for: 'fan' },
];

export function MailForm() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const { error } = useAppSelector(selectPrivacyAct('preferences'));
  const mails = usePreferences()?.mails;
  const hasShows = useAppSelector(selectHasPart('shows'));
  if (!user || !mails) return <p className="muted">This site has no settings here.</p>;
  const isOffered = ({ kind, for: whom }: (typeof kinds)[number]) =>
    (whom === undefined || whom === (user.isPerformer ? 'creator' : 'fan')) && (hasShows || kind !== 'live');
  return (
    <div className="stack">
      <p className={styles.lead}>We always email you about your account and payments.</p>
      <Problem>{error?.message}</Problem>
      {kinds.filter(isOffered).map(({ kind, label }) => (
        <Switch
          key={kind}
          label={label}
          checked={mails[kind]}
          onChange={(event) => dispatch(preferencesChanged({ mails: { [kind]: event.target.checked } }))}
        />
      ))}
    </div>
  );
}
