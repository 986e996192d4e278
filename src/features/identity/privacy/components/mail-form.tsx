import { Problem } from '@/components/basic/note';
import { Switch } from '@/components/form/switch';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { preferencesChanged, selectPrivacyAct, type PreferenceChange } from '../privacy-slice';
import styles from './privacy.module.css';

type MailKind = keyof NonNullable<PreferenceChange['mails']>;

/** In the order in which people care. `for` leaves out what one kind of account never gets. */
const kinds: { kind: MailKind; label: string; for?: 'fan' | 'creator' }[] = [
  { kind: 'messages', label: 'New messages' },
  { kind: 'subscriptions', label: 'Subscriptions: new, renewed, ended' },
  { kind: 'sales', label: 'Sales', for: 'creator' },
  { kind: 'tips', label: 'Tips I get', for: 'creator' },
  { kind: 'follows', label: 'New followers', for: 'creator' },
  { kind: 'comments', label: 'Comments and replies' },
  { kind: 'likes', label: 'Likes' },
  { kind: 'posts', label: 'New posts of creators I follow', for: 'fan' },
  { kind: 'live', label: 'Live shows of creators I follow', for: 'fan' },
];

/** Which mails come. Each choice is saved at once. */
export function MailForm() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const { error } = useAppSelector(selectPrivacyAct('preferences'));
  const mails = user?.preferences?.mails;
  if (!user || !mails) return <p className="muted">This site has no settings here.</p>;
  const role = user.isPerformer ? 'creator' : 'fan';
  return (
    <div className="stack">
      <p className={styles.lead}>We always email you about your account and payments.</p>
      <Problem>{error?.message}</Problem>
      {kinds
        .filter((entry) => entry.for === undefined || entry.for === role)
        .map(({ kind, label }) => (
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
