import { IdCard, Store } from 'lucide-react';
import { Button } from '@/components/button';
import { paths } from '@/config/paths';
import { CreatorProfileForm, DocumentStates } from '@/features/account/components/creator-profile-form';
import { selectCategories } from '@/features/performer/performer-slice';
import { PendingEmail } from '@/features/privacy/components/pending-email';
import { selectCurrentUser } from '@/features/session/session-slice';
import { useAppSelector } from '@/store/hooks';
import { AccountBlock, AccountFrame } from './account-frame';
import { sharedParts } from './shared-parts';

/** A creator's page, prices, papers and account. */
export function CreatorAccountScreen() {
  const user = useAppSelector(selectCurrentUser);
  const categories = useAppSelector(selectCategories);
  if (!user?.isPerformer) return null;
  return (
    <AccountFrame
      title="Your page"
      path={paths.creator.account}
      actions={<Button href={paths.profile(user.username || user._id)}>See it as others do</Button>}
      parts={[
        {
          key: 'page',
          label: 'Page and prices',
          icon: Store,
          content: (
            <AccountBlock title="Page and prices">
              <PendingEmail />
              <CreatorProfileForm user={user} categories={categories} />
            </AccountBlock>
          ),
        },
        {
          key: 'documents',
          label: 'Who you are',
          icon: IdCard,
          content: (
            <AccountBlock title="Who you are">
              <DocumentStates user={user} />
            </AccountBlock>
          ),
        },
        ...sharedParts(paths.creator.account),
      ]}
    />
  );
}
