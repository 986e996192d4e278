import { useRouter } from 'next/router';
import { House, LogOut, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { roleMay } from '@contract/base/operator-roles';
import { ConsoleShell } from '@/components/console/console-shell';
import { SearchField } from '@/components/form/search-field';
import { useSearchText } from '@/components/hooks/use-search-text';
import { leaveAccount, leavePage } from '@/components/states/leave-questions';
import { consolePaths } from '@/config/console-paths';
import { paths } from '@/config/paths';
import { selectOperatorRole } from '@/features/identity/auth/operator-selectors';
import { logoutRequested, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { todos, type Todo } from '@/features/operations/todo/todo-feature';
import { todoWords } from '@/features/operations/todo/todo-words';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { useTheme } from '../use-theme';
import { consolePlaces, type ConsolePlace } from './console-nav';

/** The current place: the longest address that the path begins with. */
function findCurrent(path: string, hrefs: readonly string[]): string | undefined {
  const isIn = (href: string) => path === href || (href !== consolePaths.overview && path.startsWith(`${href}/`));
  return hrefs.filter(isIn).toSorted((a, b) => b.length - a.length)[0];
}

const withCounts = (places: readonly ConsolePlace[], waiting: readonly Todo[]) =>
  places.map((place) => ({
    ...place,
    count: waiting.reduce((sum, { kind, count }) => (todoWords[kind].href === place.href ? sum + count : sum), 0),
  }));

export function ConsoleLayout({ children }: { children: ReactNode }) {
  const { asPath } = useRouter();
  const dispatch = useAppDispatch();
  const [theme, setTheme] = useTheme();
  const siteName = useAppSelector(selectSiteName);
  const user = useAppSelector(selectCurrentUser);
  const role = useAppSelector(selectOperatorRole);
  const waiting = useAppSelector(todos.select)?.data ?? [];
  const groups = consolePlaces
    .map(({ title, places }) => ({
      title,
      places: withCounts(places, waiting).filter(({ permission }) => roleMay(role, permission)),
    }))
    .filter(({ places }) => places.length > 0);
  const hrefs = groups.flatMap(({ places }) => places.map(({ href }) => href));
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <ConsoleShell
      siteName={siteName}
      homeHref={consolePaths.overview}
      groups={groups}
      current={findCurrent(asPath.split(/[?#]/)[0] ?? '', hrefs)}
      operator={{ name: user?.name || user?.username || 'You', role: role ?? '', avatar: user?.avatar }}
      search={<ConsoleSearch />}
      menu={[
        { label: 'To the site', icon: House, href: paths.home },
        {
          label: other === 'dark' ? 'Dark theme' : 'Light theme',
          icon: other === 'dark' ? Moon : Sun,
          onSelect: () => setTheme(other),
        },
        { label: 'Log out', icon: LogOut, onSelect: () => leaveAccount(() => void dispatch(logoutRequested())) },
      ]}
    >
      {children}
    </ConsoleShell>
  );
}

/** Finds people, orders and payments from every page of the console. */
function ConsoleSearch() {
  const router = useRouter();
  const { q } = router.query;
  const current = router.pathname === consolePaths.search() && typeof q === 'string' ? q : '';
  // Words of a search do not stay for the next page.
  const { text, setText, search } = useSearchText(current, (words) => {
    if (words !== '') leavePage(() => void router.push(consolePaths.search(words)));
  });
  return (
    <SearchField
      label="Search the console"
      placeholder="Search the console"
      value={text}
      onChange={setText}
      onSubmit={search}
      inputProps={{ maxLength: 200 }}
    />
  );
}
