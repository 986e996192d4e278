import Link from 'next/link';
import { Alert } from 'antd';
import { consolePaths } from '@/config/console-paths';
import type { LookAlike } from '@/features/operations/review/review-feature';
import { pluralise } from '@/lib/format-count';
import styles from './review-screen.module.css';

function describeState({ kind, isApproved, isClosed }: LookAlike): string {
  if (isClosed) return 'closed';
  if (kind === 'user') return 'fan';
  return isApproved ? 'approved: can publish and earn' : 'creator, not approved';
}

/** Accounts that may be the same person's, each with its state. */
export function LookAlikes({ of: accounts }: { of: readonly LookAlike[] }) {
  if (accounts.length === 0) return 'No other account';
  return (
    <ul className={styles.alikes}>
      {accounts.map((account) => (
        <li key={account._id}>
          <Link className="link" href={consolePaths.person(account._id)}>
            {account.name || 'Unnamed account'}
          </Link>
          {account.username !== null && ` @${account.username}`}, {describeState(account)}
        </li>
      ))}
    </ul>
  );
}

/** Above the documents and in the question before the approval: one document for several accounts is the first sign of fraud. */
export const SameDocumentAlert = ({ of: accounts }: { of: readonly LookAlike[] }) =>
  accounts.length === 0 ? null : (
    <Alert
      type="error"
      showIcon
      style={{ marginBottom: 'var(--s-3)' }}
      title={`The same document was sent for ${pluralise(accounts.length, 'other account')}`}
      description={<LookAlikes of={accounts} />}
    />
  );
