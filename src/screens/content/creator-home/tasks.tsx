import Link from 'next/link';
import { ChevronRight } from 'lucide-react';
import { Icon } from '@/components/basic/icon';
import { Panel } from '@/components/layout/panel';
import { paths } from '@/config/paths';
import { selectBadges } from '@/features/conversation/badges/badges-feature';
import type { CreatorHome } from '@/features/money/creator-home/creator-home-feature';
import { pluralise } from '@/lib/format-count';
import { useAppSelector } from '@/store/hooks';
import styles from './creator-home.module.css';

interface Task {
  text: string;
  href: string;
}

/** What waits for the creator, once the page is set up. */
export function Tasks({ home }: { home: CreatorHome }) {
  const unread = useAppSelector(selectBadges)?.conversations ?? 0;
  const tasks = tasksOf(home, unread);
  // The setup list above says what is to be done first.
  if (tasks.length === 0) return null;
  return (
    <Panel title="To do">
      <ul className={styles.tasks}>
        {tasks.map(({ text, href }) => (
          <li key={text}>
            <Link href={href} className={styles.task}>
              <span className="grow">{text}</span>
              <Icon of={ChevronRight} size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function tasksOf({ posts }: CreatorHome, unread: number): Task[] {
  const failed = posts.filter(({ files }) => files.some(({ status }) => status === 'error')).length;
  const tasks: (Task | false)[] = [
    unread > 0 && {
      text: `Answer ${pluralise(unread, 'conversation')}`,
      href: `${paths.messages}?show=unread`,
    },
    failed > 0 && { text: `Replace failed files in ${pluralise(failed, 'post')}`, href: paths.creator.posts },
  ];
  return tasks.filter((task) => task !== false);
}
