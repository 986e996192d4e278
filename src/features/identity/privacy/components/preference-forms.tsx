import { Field } from '@/components/form/field';
import { Problem } from '@/components/basic/note';
import { Select } from '@/components/form/select';
import { Switch } from '@/components/form/switch';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { preferencesChanged, selectPrivacyAct, type PreferenceChange } from '../privacy-feature';
import { usePreferences } from './use-preferences';
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
      <Field
        label="Who can message me"
        hint={`Anyone ${user.isPerformer ? 'who has ordered from you' : 'you ordered from'} can, too.`}
        className={styles.narrow}
      >
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
