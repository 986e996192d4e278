import { Button } from '@/components/basic/button';
import { Problem } from '@/components/basic/note';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectHasPart } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { preferencesChanged, selectPrivacyAct, type PreferenceChange } from '../privacy-feature';
import { usePreferences } from './use-preferences';
import styles from './news-matrix.module.css';

type Kind = keyof NonNullable<PreferenceChange['mails']> | keyof NonNullable<PreferenceChange['pushes']>;

interface Row {
  kind: Kind;
  label: string;
  /** The only role that gets this kind. */
  for?: 'fan' | 'creator';
  needs?: 'shows' | 'orders' | 'payouts';
}

/** Most relevant first. */
const rows: Row[] = [
  { kind: 'messages', label: 'New messages' },
  { kind: 'subscriptions', label: 'Subscriptions: new, renewed, ended' },
  { kind: 'sales', label: 'Sales', for: 'creator' },
  { kind: 'tips', label: 'Tips I get', for: 'creator' },
  { kind: 'orders', label: 'Orders', needs: 'orders' },
  { kind: 'payouts', label: 'Payouts', for: 'creator', needs: 'payouts' },
  { kind: 'follows', label: 'New followers', for: 'creator' },
  { kind: 'comments', label: 'Comments and replies' },
  { kind: 'likes', label: 'Likes' },
  { kind: 'posts', label: 'New posts from creators I follow', for: 'fan' },
  { kind: 'live', label: 'Live shows from creators I follow', for: 'fan', needs: 'shows' },
];

const channels = [
  { key: 'site', label: 'Site', phrase: 'on the site' },
  { key: 'mails', label: 'Email', phrase: 'by email' },
  { key: 'pushes', label: 'Push', phrase: 'by push' },
] as const;

/** Kinds of news by channel. An API without some channel does not send its choices, and has no column for it. */
export function NewsMatrix() {
  const user = useAppSelector(selectCurrentUser);
  const { error } = useAppSelector(selectPrivacyAct('preferences'));
  const preferences = usePreferences();
  const parts = {
    shows: useAppSelector(selectHasPart('shows')),
    orders: useAppSelector(selectHasPart('orders')),
    payouts: useAppSelector(selectHasPart('payouts')),
  };
  if (!user || !preferences) return <p className="muted">This site has no settings here.</p>;
  const role = user.isPerformer ? 'creator' : 'fan';
  const shownChannels = channels.filter(({ key }) => preferences[key] !== undefined);
  const isOffered = ({ kind, for: whom = role, needs }: Row) =>
    whom === role && (!needs || parts[needs]) && (preferences.pushes !== undefined || kind in preferences.mails);
  return (
    <div className="stack">
      <p className={styles.lead}>We always email you about your account and payments.</p>
      <Problem>{error?.message}</Problem>
      <table className={styles.matrix}>
        <caption className="sr">What you hear about, and how</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">Kind of news</span>
            </th>
            {shownChannels.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.filter(isOffered).map(({ kind, label }) => (
            <tr key={kind}>
              <th scope="row">{label}</th>
              {shownChannels.map(({ key, phrase }) => (
                <td key={key}>
                  <Choice channel={key} kind={kind} label={`${label}, ${phrase}`} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <AllOff />
    </div>
  );
}

type Channel = (typeof channels)[number]['key'];

/** Absent if this kind always comes this way: messages are on their page, and orders and payouts are always mailed. */
function Choice({ channel, kind, label }: { channel: Channel; kind: Kind; label: string }) {
  const dispatch = useAppDispatch();
  const choices: Partial<Record<string, boolean>> = usePreferences()?.[channel] ?? {};
  const isOn = choices[kind];
  if (isOn === undefined) return <span className="muted xs">Always</span>;
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        onChange={({ target }) => void dispatch(preferencesChanged({ [channel]: { [kind]: target.checked } }))}
      />
    </label>
  );
}

/** Ends what reaches the person elsewhere; the list on the site stays. */
function AllOff() {
  const dispatch = useAppDispatch();
  const preferences = usePreferences();
  const { mails = {}, pushes = {} } = preferences ?? {};
  const isAnyOn = [...Object.values(mails), ...Object.values(pushes)].some(Boolean);
  const toOff = (choices: object) => Object.fromEntries(Object.keys(choices).map((kind) => [kind, false]));
  return (
    <div>
      <Button
        variant="secondary"
        disabled={!isAnyOn}
        onClick={() =>
          void dispatch(
            preferencesChanged({ mails: toOff(mails), ...(preferences?.pushes && { pushes: toOff(pushes) }) }),
          )
        }
      >
        {preferences?.pushes ? 'Turn off all email and push' : 'Turn off all email'}
      </Button>
    </div>
  );
}
