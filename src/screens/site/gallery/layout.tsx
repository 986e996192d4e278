import {
  Bell,
  House,
  LogOut,
  MessageCircle,
  Pencil,
  Plus,
  Search,
  Settings,
  Share,
  Trash2,
  UserRound,
} from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { FormFoot } from '@/components/form/form-foot';
import { TextArea } from '@/components/form/text-area';
import { AccountMenu } from '@/components/layout/account-menu';
import { BottomNav } from '@/components/layout/bottom-nav';
import { Footer } from '@/components/layout/footer';
import { Menu } from '@/components/layout/menu';
import { PageHead } from '@/components/layout/page-head';
import { Panel } from '@/components/layout/panel';
import { BarLink, PhoneBar } from '@/components/layout/phone-bar';
import { RouteProgress } from '@/components/layout/route-progress';
import { SectionNav } from '@/components/layout/section-nav';
import { Sheet } from '@/components/layout/sheet';
import { SideNav } from '@/components/layout/side-nav';
import { Tabs } from '@/components/layout/tabs';
import { ToastHost, type Toast } from '@/components/layout/toast-host';
import { TopBar } from '@/components/layout/top-bar';
import { Avatar } from '@/components/people/avatar';
import { Links, State, type GalleryEntry } from './entry';
import { LONG_NAME, LONG_TEXT, noop, noor } from './samples';
import styles from './gallery.module.css';

const brand = { siteName: 'Ovela' };
const places = [
  { href: '/home', label: 'Home', icon: House },
  { href: '/search', label: 'Search', icon: Search },
  { href: '/messages', label: 'Messages', icon: MessageCircle, count: 3, countLabel: 'unread' },
  { href: '/notification', label: 'Alerts', icon: Bell, count: 120 },
  { href: '/noor', label: 'Profile', icon: UserRound },
];
const actions = [
  { label: 'Share', icon: Share, onSelect: noop },
  { label: 'Edit', icon: Pencil, href: '/edit' },
  { label: 'Not possible now', disabled: true },
  { label: 'Delete', icon: Trash2, tone: 'danger' as const, onSelect: noop },
];
const me = {
  name: noor.name,
  avatar: noor.avatar,
  note: 'Wallet $24.30',
  items: [
    { label: 'Settings', icon: Settings, href: '/user/account' },
    { label: 'Log out', icon: LogOut, onSelect: noop },
  ],
};

function Bottom() {
  const [path, setPath] = useState('/home');
  return (
    <Links onFollow={setPath} className={styles.phone}>
      <BottomNav items={places} currentPath={path} />
    </Links>
  );
}

function Side() {
  const [path, setPath] = useState('/home');
  return (
    <Links onFollow={setPath} className={styles.side}>
      <SideNav
        brand={brand}
        items={places}
        currentPath={path}
        action={{ href: '/creator/my-post/create', label: 'Create', icon: Plus }}
        me={me}
      />
    </Links>
  );
}

const parts = ['Account', 'Notifications', 'Privacy and safety', 'Sessions', 'Addresses'].map((label) => ({
  href: `/settings?part=${label.toLowerCase().replaceAll(' ', '-')}`,
  label,
}));

function Sections() {
  const [current, setCurrent] = useState('/settings?part=account');
  return (
    <Links onFollow={setCurrent}>
      <SectionNav label="Settings" items={parts} current={current} />
    </Links>
  );
}

const work = [
  { href: '/noor?tab=posts', label: 'Posts', count: 1204 },
  { href: '/noor?tab=videos', label: 'Videos', count: 64 },
  { href: '/noor?tab=galleries', label: 'Galleries', count: 7 },
  { href: '/noor?tab=store', label: 'Store', count: 0 },
  { href: '/noor?tab=about', label: 'About' },
];

function Work() {
  const [current, setCurrent] = useState('/noor?tab=posts');
  return (
    <Links onFollow={setCurrent}>
      <Tabs label="Work" tabs={work} current={current} />
    </Links>
  );
}

function Progress() {
  const [isActive, setIsActive] = useState(false);
  return (
    <div className={styles.window}>
      <RouteProgress active={isActive} />
      <Button onClick={() => setIsActive(!isActive)}>{isActive ? 'Arrive' : 'Fetch a page'}</Button>
    </div>
  );
}

type SheetKind = 'md' | 'wide' | 'locked' | 'long';

function Sheets() {
  const [opened, setOpened] = useState<SheetKind | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <State label="md: asks before typed text is lost; wide; locked until it is settled; a long one" isRow>
        {(['md', 'wide', 'locked', 'long'] as const).map((kind) => (
          <Button key={kind} onClick={() => setOpened(kind)}>
            {kind}
          </Button>
        ))}
      </State>
      <Sheet
        open={opened === 'md'}
        onClose={close}
        title="Write to Noor"
        subtitle="She usually answers within a day."
        lead={<Avatar name={noor.name} src={noor.avatar} />}
      >
        <Field label="Message">
          <TextArea rows={4} />
        </Field>
        <FormFoot failure={{ message: 'The message could not be sent.' }}>
          <div className="row row--end">
            <Button variant="ghost" onClick={close}>
              Cancel
            </Button>
            <Button variant="primary" onClick={close}>
              Send
            </Button>
          </div>
        </FormFoot>
      </Sheet>
      <Sheet open={opened === 'wide'} onClose={close} title="A wide sheet" size="wide">
        <p>{LONG_TEXT}</p>
      </Sheet>
      <Sheet open={opened === 'locked'} onClose={close} title="Paying" locked>
        <p>Neither Esc nor a press beside it closes this one.</p>
        <FormFoot>
          <Button variant="primary" onClick={close}>
            Settle it
          </Button>
        </FormFoot>
      </Sheet>
      <Sheet open={opened === 'long'} onClose={close} title={LONG_NAME}>
        {Array.from({ length: 16 }, (_, index) => (
          <p key={index}>{LONG_TEXT}</p>
        ))}
        <FormFoot>
          <Button variant="primary" onClick={close}>
            Close
          </Button>
        </FormFoot>
      </Sheet>
    </>
  );
}

const notices: Omit<Toast, 'id'>[] = [
  { text: 'Link copied.' },
  { text: 'Post saved.', tone: 'success' },
  { text: 'The post was hidden.', action: 'Undo' },
  { text: 'The post could not be saved.', tone: 'error', action: 'Retry' },
  { text: LONG_TEXT },
];

function Toasts() {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const close = (id: string) => setToasts((before) => before.filter((toast) => toast.id !== id));
  const add = (notice: Omit<Toast, 'id'>) => setToasts((before) => [...before, { ...notice, id: String(Date.now()) }]);
  return (
    <>
      <State label="plain, success, with an action, error, long" isRow>
        {notices.map((notice) => (
          <Button key={notice.text} size="sm" onClick={() => add(notice)}>
            {notice.text === LONG_TEXT ? 'A long one' : notice.text}
          </Button>
        ))}
      </State>
      <ToastHost toasts={toasts} onAction={close} onClose={close} />
    </>
  );
}

function Top() {
  const [path, setPath] = useState('/creators');
  return (
    <Links onFollow={setPath}>
      <TopBar
        brand={brand}
        currentPath={path}
        links={[
          { href: '/creators', label: 'Find creators' },
          { href: '/streaming', label: 'Live' },
        ]}
      >
        <Button variant="ghost" size="sm">
          Log in
        </Button>
        <Button variant="primary" size="sm">
          Sign up
        </Button>
      </TopBar>
    </Links>
  );
}

export const layout: GalleryEntry[] = [
  {
    name: 'AccountMenu',
    file: 'layout/account-menu.tsx',
    note: 'Name and note from 1100 px, as in SideNav.',
    Show: () => (
      <>
        <State label="with a note">
          <AccountMenu {...me} />
        </State>
        <State label="a long name, current">
          <AccountMenu {...me} name={LONG_NAME} avatar={null} isCurrent />
        </State>
        <State label="compact" isRow>
          <AccountMenu {...me} compact />
        </State>
      </>
    ),
  },
  { name: 'BottomNav', file: 'layout/bottom-nav.tsx', note: 'Below 760 px, at the foot of the window.', Show: Bottom },
  {
    name: 'Footer',
    file: 'layout/footer.tsx',
    isWide: true,
    Show: () => (
      <Footer
        brand={brand}
        links={['About', 'Help and contact', 'Terms', 'Privacy'].map((label) => ({ href: `/${label}`, label }))}
      >
        At the right
      </Footer>
    ),
  },
  {
    name: 'Menu',
    file: 'layout/menu.tsx',
    Show: () => (
      <State label="align: start, end" isRow>
        <Menu label="More" items={actions} align="start" />
        <Menu label="More" items={actions} />
      </State>
    ),
  },
  {
    name: 'PageHead',
    file: 'layout/page-head.tsx',
    Show: () => (
      <>
        <PageHead title="Orders" />
        <PageHead title="My posts" note="12 published, 3 drafts" actions={<Button variant="primary">Create</Button>} />
        <PageHead title={LONG_NAME} note={LONG_TEXT} actions={<Button>Edit</Button>} />
      </>
    ),
  },
  {
    name: 'Panel',
    file: 'layout/panel.tsx',
    Show: () => (
      <>
        <Panel title="Two-factor authentication" aside={<Badge tone="success">On</Badge>}>
          <p>An app on your phone shows the codes.</p>
        </Panel>
        <Panel title={LONG_NAME} lifted>
          <p>lifted: over a cover.</p>
        </Panel>
        <Panel>
          <p>Without a title.</p>
        </Panel>
      </>
    ),
  },
  {
    name: 'PhoneBar, BarLink',
    file: 'layout/phone-bar.tsx',
    note: 'Below 760 px, at the top of the window.',
    Show: () => (
      <div className={styles.phone}>
        <PhoneBar brand={brand}>
          <BarLink icon={Search} label="Search" href="/search" />
          <BarLink icon={Bell} label="Alerts" href="/notification" count={3} isCurrent />
          <AccountMenu {...me} compact />
        </PhoneBar>
      </div>
    ),
  },
  { name: 'RouteProgress', file: 'layout/route-progress.tsx', note: 'At the top of the window.', Show: Progress },
  { name: 'SectionNav', file: 'layout/section-nav.tsx', note: 'A strip below 900 px.', Show: Sections },
  { name: 'Sheet', file: 'layout/sheet.tsx', note: 'Comes from the lower edge below 760 px.', Show: Sheets },
  {
    name: 'SideNav',
    file: 'layout/side-nav.tsx',
    note: 'Icons from 760 px, with words from 1100 px; not on phones.',
    Show: Side,
  },
  { name: 'Tabs', file: 'layout/tabs.tsx', Show: Work },
  {
    name: 'ToastHost',
    file: 'layout/toast-host.tsx',
    note: 'The newest two, at the foot of the window.',
    Show: Toasts,
  },
  { name: 'TopBar', file: 'layout/top-bar.tsx', note: 'Links from 760 px.', isWide: true, Show: Top },
];
