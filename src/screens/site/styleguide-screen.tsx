import Head from 'next/head';
import { useSyncExternalStore } from 'react';
import { ThemeToggle } from '@/components/layout/theme-toggle';
import { BasicsPart } from './styleguide/basics-part';
import { FormsPart } from './styleguide/forms-part';
import { MessagesPart } from './styleguide/messages-part';
import { MoneyPart } from './styleguide/money-part';
import { PostsPart } from './styleguide/posts-part';
import { StatesPart } from './styleguide/states-part';
import { StudioPart } from './styleguide/studio-part';
import styles from './styleguide/styleguide.module.css';

const parts = [
  'basics',
  'buttons',
  'people',
  'fields',
  'filters',
  'posts',
  'money',
  'creators',
  'messages',
  'studio',
  'states',
  'frames',
];

const readTheme = () => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

function watchTheme(onChange: () => void): () => void {
  const watcher = new MutationObserver(onChange);
  watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => watcher.disconnect();
}

/** What the sample times are counted from. */
const now = Date.now();

/** Every component in every state, in both themes. */
export function StyleguideScreen() {
  const theme = useSyncExternalStore(watchTheme, readTheme, () => 'light' as const);
  const change = (next: 'light' | 'dark') => {
    document.documentElement.dataset.theme = next;
  };
  return (
    <>
      <Head>
        <meta name="robots" content="noindex" />
      </Head>
      <div className={styles.top}>
        <nav className={styles.index} aria-label="Parts">
          {parts.map((part) => (
            <a key={part} href={`#${part}`}>
              {part}
            </a>
          ))}
        </nav>
        <ThemeToggle theme={theme} onChange={change} />
      </div>
      <div className="page">
        <BasicsPart now={now} />
        <FormsPart />
        <PostsPart now={now} />
        <MoneyPart />
        <MessagesPart now={now} />
        <StudioPart />
        <StatesPart />
      </div>
    </>
  );
}
