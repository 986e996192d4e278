import { EarthLock, IdCard, PartyPopper, Store } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { paths } from '@/config/paths';
import { CreatorProfileForm } from '@/features/identity/account/components/creator-profile-form';
import { DocumentStates } from '@/features/identity/account/components/document-states';
import { WelcomeMessage, WelcomeVideo } from '@/features/identity/account/components/welcome';
import { selectCategories } from '@/features/identity/performer/performer-slice';
import { PendingEmail } from '@/features/identity/privacy/components/pending-email';
import { selectReference } from '@/features/site/reference/reference-slice';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectHasExtension } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import { accountBlock, AccountFrame } from './account-frame';
import styles from './account-screen.module.css';
import { getSharedParts } from './shared-parts';

export function CreatorAccountScreen() {
  const user = useAppSelector(selectCurrentUser);
  const categories = useAppSelector(selectCategories);
  const countries = useAppSelector(selectReference('countries'));
  const languages = useAppSelector(selectReference('languages'));
  const welcomes = useAppSelector(selectHasExtension('welcomeMessages'));
  if (!user?.isPerformer) return null;
  return (
    <AccountFrame
      title="Your page"
      path={paths.creator.account}
      actions={<Button href={paths.profile(user.username || user._id)}>View my page</Button>}
      parts={[
        {
          key: 'page',
          label: 'Page and prices',
          icon: Store,
          content: accountBlock(
            'Page and prices',
            <CreatorProfileForm
              user={user}
              categories={categories}
              countries={countries}
              languages={languages}
              emailNote={<PendingEmail />}
            />,
          ),
        },
        {
          key: 'welcome',
          label: 'Welcome',
          icon: PartyPopper,
          content: (
            <>
              {accountBlock('Welcome video', <WelcomeVideo user={user} />)}
              {welcomes && accountBlock('Message for new subscribers', <WelcomeMessage user={user} />)}
            </>
          ),
        },
        {
          key: 'documents',
          label: 'Who you are',
          icon: IdCard,
          content: accountBlock('Who you are', <DocumentStates user={user} />),
        },
        {
          key: 'block',
          label: 'Who can see you',
          icon: EarthLock,
          content: accountBlock(
            'Who can see you',
            <div className="stack">
              <p className="muted">
                Blocked people see “page not found”: your page, posts and name are hidden from them.
              </p>
              <nav className={styles.links} aria-label="Who can see you">
                <Button href={paths.creator.blacklist}>Blocked people</Button>
                <Button href={paths.creator.blockCountries}>Blocked countries</Button>
              </nav>
            </div>,
          ),
        },
        ...getSharedParts(paths.creator.account),
      ]}
    />
  );
}
