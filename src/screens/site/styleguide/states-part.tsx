import {
  Bell,
  Bookmark,
  CircleUserRound,
  Compass,
  House,
  MessageCircle,
  Plus,
  Radio,
  Search,
  Wallet,
} from 'lucide-react';
import { useState } from 'react';
import { AppShell, PageColumn } from '@/components/layout/app-shell';
import { BottomNav } from '@/components/layout/bottom-nav';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { Footer } from '@/components/layout/footer';
import { IconButton } from '@/components/basic/icon-button';
import { NewPill } from '@/components/list/new-pill';
import { OfflineBar } from '@/components/layout/offline-bar';
import { PageHead } from '@/components/layout/page-head';
import { Panel } from '@/components/layout/panel';
import { PhoneBar } from '@/components/layout/phone-bar';
import { RouteProgress } from '@/components/layout/route-progress';
import { SideNav } from '@/components/layout/side-nav';
import { Skeleton } from '@/components/basic/skeleton';
import { ToastHost, type Toast } from '@/components/layout/toast-host';
import { TopBar } from '@/components/layout/top-bar';
import { WholePage } from '@/components/states/whole-page';
import { Part, Sample } from './sample';
import { faces } from './stand-ins';
import styles from './styleguide.module.css';

const site = 'Sample Site';
const items = [
  { href: '/home', label: 'Home', icon: House },
  { href: '/creators', label: 'Discover', icon: Compass },
  { href: '/live', label: 'Live', icon: Radio },
  { href: '/messages', label: 'Messages', icon: MessageCircle, count: 3, countLabel: 'unread' },
  { href: '/notifications', label: 'Notifications', icon: Bell, count: 5 },
  { href: '/saved', label: 'Saved', icon: Bookmark },
  { href: '/wallet', label: 'Wallet', icon: Wallet },
];
const bottom = [...items.slice(0, 4), { href: '/account', label: 'You', icon: CircleUserRound }];
const account = [{ label: 'Settings', href: '#settings' }, { label: 'Log out' }];
const toasts: Toast[] = [
  { id: '1', text: 'Changes saved', tone: 'success' },
  { id: '2', text: 'Post hidden from your home', action: 'Undo' },
  { id: '3', text: 'Something went wrong, please try again later', tone: 'error', action: 'Retry' },
];
const links = ['About', 'Help and contact', 'Terms', 'Privacy', 'Copyright requests'].map((label) => ({
  href: `#${label}`,
  label,
}));

/** What one sees before, instead of and around the content. */
export function StatesPart() {
  const [shown, setShown] = useState<Toast[]>([]);
  const [leaving, setLeaving] = useState(false);
  const [retrying, setRetrying] = useState(false);
  const drop = (id: string) => setShown(shown.filter((toast) => toast.id !== id));
  return (
    <>
      <Part id="states" title="Empty, failed, loading">
        <div className="cols2">
          <Panel>
            <EmptyState
              title="Your home is quiet"
              text="Follow three people and their posts appear here, newest first."
              people={[
                { name: 'Noor', src: faces.noor },
                { name: 'Callum', src: faces.callum },
                { name: 'Wen', src: faces.wen },
              ]}
              action={
                <Button variant="primary" href="#creators">
                  Find creators
                </Button>
              }
            />
          </Panel>
          <Panel>
            <ErrorState title="The posts did not load" onRetry={() => setRetrying(true)} busy={retrying} />
          </Panel>
          <Panel>
            <EmptyState
              title="Nothing saved yet"
              text="Press the bookmark under a post and it waits here."
              icon={Bookmark}
              action={<Button href="#posts">Go home</Button>}
            />
          </Panel>
          <div className="stack">
            <OfflineBar />
            <div className="row row--wrap">
              <Button onClick={() => setShown(toasts.slice(0, 2))}>Two toasts</Button>
              <Button onClick={() => setShown(toasts.slice(2))}>An error</Button>
              <Button onClick={() => setLeaving(!leaving)}>Route progress</Button>
            </div>
            <div className={styles.window} style={{ height: 170 }}>
              <ToastHost toasts={toasts.slice(1)} onAction={() => undefined} onClose={() => undefined} />
            </div>
            <div className={styles.low}>
              <NewPill label="3 new posts" onClick={() => undefined} />
            </div>
          </div>
        </div>
        <div className="cols2">
          <Sample name="Skeleton: post">
            <Skeleton kind="post" />
          </Sample>
          <Sample name="Skeleton: cards, people, lines">
            <Skeleton kind="card" count={2} />
            <Skeleton kind="person" count={2} />
            <Skeleton count={2} width="70%" />
          </Sample>
        </div>
        <ToastHost toasts={shown} onAction={drop} onClose={drop} />
        <RouteProgress active={leaving} />
      </Part>
      <Part id="frames" title="Frames and whole pages">
        <Sample name="AppShell with SideNav, PhoneBar, BottomNav">
          <div className={styles.window}>
            <AppShell
              side={
                <SideNav
                  siteName={site}
                  items={items}
                  currentPath="/home"
                  live={[{ href: '/live/ines', name: 'Ines Calloway', avatar: faces.ines }]}
                  action={{ href: '/new', label: 'New post', icon: Plus }}
                  me={{ name: 'Ada Fenn', avatar: faces.ada, note: 'Wallet $24.30', items: account }}
                />
              }
              phoneBar={
                <PhoneBar siteName={site}>
                  <IconButton icon={Search} label="Search" />
                  <IconButton icon={Bell} label="Notifications" />
                </PhoneBar>
              }
              bottomNav={<BottomNav items={bottom} currentPath="/home" />}
            >
              <PageColumn
                aside={
                  <Panel title="Wallet">
                    <p className="price">$24.30</p>
                  </Panel>
                }
              >
                <PageHead
                  title="Good morning, Noor"
                  note="Two new subscribers since yesterday."
                  actions={
                    <Button variant="primary" icon={Plus}>
                      New post
                    </Button>
                  }
                />
                <div className={styles.filler}>Content</div>
              </PageColumn>
            </AppShell>
          </div>
        </Sample>
        <Sample name="PhoneBar with a title (phones), SideNav on the dark stage (wide)">
          <div className={styles.window} style={{ height: 420 }}>
            <AppShell
              rail
              stage
              side={
                <SideNav
                  rail
                  stage
                  siteName={site}
                  items={items}
                  currentPath="/live"
                  me={{ name: 'Ada Fenn', avatar: faces.ada, items: account }}
                />
              }
              phoneBar={<PhoneBar title="Settings" back={{ href: '/account', label: 'Back' }} />}
            >
              <div className={styles.filler} />
            </AppShell>
          </div>
        </Sample>
        <Sample name="TopBar and Footer">
          <div className={styles.window} style={{ height: 420 }}>
            <TopBar
              siteName={site}
              links={[
                { href: '/creators', label: 'Find creators' },
                { href: '/live', label: 'Live now' },
                { href: '/start', label: 'Start a page' },
              ]}
              currentPath="/"
            >
              <Button variant="ghost" size="sm">
                Log in
              </Button>
              <Button variant="primary" size="sm">
                Sign up
              </Button>
            </TopBar>
            <Footer siteName={site} links={links} />
          </div>
        </Sample>
        <div className="cols2">
          <WholePage
            inline
            heading="h2"
            title="Not available in your country"
            text="This site isn’t available in the country you’re visiting from. If you think that’s a mistake, contact us."
            action={<Button href="#frames">Contact us</Button>}
          />
          <WholePage
            inline
            heading="h2"
            title="Back at 14:30"
            text="We are moving things around. Your wallet, messages and subscriptions are safe; nothing renews while we are closed."
            action={<Button>Check again</Button>}
          />
        </div>
      </Part>
    </>
  );
}
