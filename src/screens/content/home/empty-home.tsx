import { ListFilter } from 'lucide-react';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { SearchField } from '@/components/form/search-field';
import { paths } from '@/config/paths';
import type { FeedFilter } from '@/features/content/item/item-kind';
import { filterNoun } from '../feed-filters';
import { Suggestions } from './suggestions';
import { useSuggestions } from './use-suggestions';
import styles from './empty-home.module.css';

/** A home without posts: three creators to begin with, and the search. With a filter on, the way back. */
export function EmptyHome({ filter }: { filter: FeedFilter }) {
  const router = useRouter();
  const [words, setWords] = useState('');
  const three = useSuggestions()?.slice(0, 3);
  if (filter !== 'all') {
    return (
      <EmptyState
        icon={ListFilter}
        title={`No ${filterNoun(filter)} here yet`}
        text="The creators you follow have other posts."
        action={<Button href={paths.home}>Show everything</Button>}
      />
    );
  }
  return (
    <div className={styles.empty}>
      <EmptyState
        people={three?.filter(({ avatar }) => avatar).map(({ name, avatar }) => ({ name, src: avatar }))}
        title="Follow creators to fill your Home"
        text="Posts from creators you follow appear here. Following is free."
      />
      <SearchField
        label="Find creators and posts"
        value={words}
        onChange={setWords}
        onSubmit={(value) => void router.push(paths.search(value.trim()))}
        size="lg"
        className={styles.search}
      />
      <Suggestions title="Three to start with" creators={three} />
    </div>
  );
}
