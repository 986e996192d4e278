import { CircleAlert, Clock } from 'lucide-react';
import { Badge } from '@/components/basic/badge';
import { Day } from '@/components/basic/times';
import { Note } from '@/components/basic/note';
import { getDocumentReview, getReviewTimeText } from '@/features/identity/auth/document-review-selectors';
import { selectDocumentTypes, toAcceptAttribute } from '@/features/identity/auth/document-type-selectors';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';
import type { CreatorAccount } from './creator-fields';
import { FileButton } from './file-button';
import styles from './account.module.css';

const words = {
  missing: { tone: 'warn', badge: 'Missing', send: 'Upload' },
  waiting: { tone: 'warn', badge: 'In review', send: 'Upload another' },
  approved: { tone: 'success', badge: 'Approved', send: 'Replace' },
  rejected: { tone: 'danger', badge: 'Needs a change', send: 'Upload again' },
} as const;

/** A rejected document has a reason and can be sent again. While a new one is reviewed, an approved account stays approved. */
export function DocumentStates({ user }: { user: CreatorAccount }) {
  const { documentReviewDays } = useAppSelector(selectSettings);
  const { state, since } = getDocumentReview(user);
  return (
    <div className="stack stack--md">
      {state === 'waiting' && (
        <Note icon={Clock} tone="accent">
          In review{since && ' since '}
          {since && <Day value={since} />}
          {getReviewTimeText(documentReviewDays)}. We’ll email you. Until then only you can see your page.
        </Note>
      )}
      <DocumentState user={user} section="idVerification" label="Photo of your ID" />
      <DocumentState user={user} section="documentVerification" label="Photo of you holding it" />
    </div>
  );
}

interface DocumentStateProps {
  user: CreatorAccount;
  section: 'idVerification' | 'documentVerification';
  label: string;
}

function DocumentState({ user, section, label }: DocumentStateProps) {
  const state = getState(user, section);
  const { tone, badge, send } = words[state];
  const accept = toAcceptAttribute(useAppSelector(selectDocumentTypes));
  return (
    <section className={styles.document} aria-label={label}>
      <span className="row row--wrap">
        <span className="strong">{label}</span>
        <Badge tone={tone}>{badge}</Badge>
      </span>
      <FileButton section={section} label={send} accept={accept} />
      {state === 'waiting' && user.verifiedDocument && (
        <Note icon={Clock} tone="accent" className={styles.why}>
          You stay approved while we review the new one.
        </Note>
      )}
      {state === 'rejected' && (
        <Note icon={CircleAlert} tone="danger" className={styles.why}>
          {user[section]?.reason || 'We could not accept it. Upload a sharp photo of the whole document.'}
        </Note>
      )}
    </section>
  );
}

/** Compatible backends only say whether the whole account is approved. */
function getState(user: CreatorAccount, section: DocumentStateProps['section']): keyof typeof words {
  const document = user[section];
  if (document?.status) return document.status;
  if (user.verifiedDocument) return 'approved';
  return document ? 'waiting' : 'missing';
}
