import { History, Search, TrendingUp, X } from 'lucide-react';
import Link from 'next/link';
import { Button } from '@/components/basic/button';
import { Icon, type Glyph } from '@/components/basic/icon';
import { IconButton } from '@/components/basic/icon-button';
import { EmptyState } from '@/components/states/empty-state';
import { paths } from '@/config/paths';
import { recentForgotten, selectPopular, selectRecent } from '@/features/content/search/search-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import styles from '../search-screen.module.css';

/** Before anything was searched for: what was before, and what others look for. */
export function SearchStart() {
  const dispatch = useAppDispatch();
  const recent = useAppSelector(selectRecent);
  const popular = useAppSelector(selectPopular);
  if (recent.length === 0 && popular.length === 0) {
    return (
      <EmptyState
        icon={Search}
        title="What are you looking for?"
        text="A name, a craft, or words from a post."
        action={<Button href={paths.creators}>See all creators</Button>}
      />
    );
  }
  return (
    <>
      {recent.length > 0 && (
        <section className={styles.section} aria-labelledby="recent-searches">
          <div className={styles.head}>
            <h2 id="recent-searches">Recent searches</h2>
            <Button variant="ghost" size="sm" onClick={() => dispatch(recentForgotten())}>
              Clear all
            </Button>
          </div>
          <ul className={styles.words}>
            {recent.map((words) => (
              <li key={words}>
                <WordsLink words={words} icon={History} />
                <IconButton
                  icon={X}
                  label={`Remove “${words}” from recent searches`}
                  onClick={() => dispatch(recentForgotten(words))}
                />
              </li>
            ))}
          </ul>
          <p className={styles.hint}>Saved on this device only.</p>
        </section>
      )}
      {popular.length > 0 && (
        <section className={styles.section} aria-labelledby="popular-searches">
          <div className={styles.head}>
            <h2 id="popular-searches">Popular this month</h2>
          </div>
          <ul className={styles.words}>
            {popular.map((words) => (
              <li key={words}>
                <WordsLink words={words} icon={TrendingUp} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function WordsLink({ words, icon }: { words: string; icon: Glyph }) {
  return (
    <Link href={paths.search(words)} className={styles.wordsLink}>
      <Icon of={icon} size={18} />
      <span className="truncate">{words}</span>
    </Link>
  );
}
