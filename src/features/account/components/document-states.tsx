import { CircleAlert, Clock } from 'lucide-react';
import { Badge } from '@/components/badge';
import { Note } from '@/components/note';
import type { CreatorAccount } from './creator-profile-form';
import { FileButton } from './file-button';
import styles from './account.module.css';

type State = 'missing' | 'waiting' | 'approved' | 'rejected';

const words = {
  missing: { tone: 'warn', badge: 'Missing', send: 'Send' },
  waiting: { tone: 'warn', badge: 'Waiting for approval', send: 'Send another' },
  approved: { tone: 'success', badge: 'Approved', send: 'Replace' },
  rejected: { tone: 'danger', badge: 'Refused', send: 'Send again' },
} as const;

/**
 * The two papers and what became of them; one that was refused says why and can be sent again. Who replaces an approved
 * one stays approved, while the new one waits to be looked at.
 */
export function DocumentStates({ user }: { user: CreatorAccount }) {
  return (
    <div className={styles.documents}>
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
  const state = stateOf(user, section);
  const { tone, badge, send } = words[state];
  return (
    <section className={styles.document} aria-label={label}>
      <span>
        <span className="strong">{label}</span> <Badge tone={tone}>{badge}</Badge>
      </span>
      <FileButton section={section} label={send} accept="image/jpeg,image/png,image/webp,application/pdf" />
      {state === 'waiting' && user.verifiedDocument && (
        <Note icon={Clock} tone="accent" className={styles.why}>
          You stay approved while we look at the new one.
        </Note>
      )}
      {state === 'rejected' && (
        <Note icon={CircleAlert} tone="danger" className={styles.why}>
          {user[section]?.reason || 'It could not be accepted. Send a sharp photo of the whole document.'}
        </Note>
      )}
    </section>
  );
}

/** Backends of the family say of the whole account only whether it was approved. */
function stateOf(user: CreatorAccount, section: DocumentStateProps['section']): State {
  const document = user[section];
  if (document?.status) return document.status;
  if (user.verifiedDocument) return 'approved';
  return document ? 'waiting' : 'missing';
}
