import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { ApiKeyList } from '@/features/identity/api-key/components/api-key-list';
import { CreatedKey } from '@/features/identity/api-key/components/created-key';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { WebhookList } from '@/features/operations/webhook/components/webhook-list';
import { selectHasWebhooks } from '@/features/operations/webhook/webhook-slice';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import styles from './developer-screen.module.css';

export function DeveloperScreen() {
  const user = useAppSelector(selectCurrentUser);
  const hasWebhooks = useAppSelector(selectHasWebhooks);
  if (!user) return null;
  return (
    <PageColumn width="settings">
      <PageTitle title="Developers" />
      <PageHead title="Developers" note="For programs of your own that use your account." />
      <section className={styles.section}>
        <h2>API keys</h2>
        <ApiKeyList isCreator={user.isPerformer} />
      </section>
      {hasWebhooks && (
        <section className={styles.section}>
          <h2>Webhooks</h2>
          <WebhookList audience={user.isPerformer ? 'creator' : 'site'} Secret={CreatedKey} />
        </section>
      )}
    </PageColumn>
  );
}
