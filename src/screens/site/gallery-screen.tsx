import Head from 'next/head';
import { useEffect } from 'react';
import { PageHead } from '@/components/layout/page-head';
import { SectionNav } from '@/components/layout/section-nav';
import { Fact, FactList } from '@/components/list/fact-list';
import { basic } from './gallery/basic';
import { content } from './gallery/content';
import { Links, type GalleryEntry } from './gallery/entry';
import { form } from './gallery/form';
import { layout } from './gallery/layout';
import { leftOut } from './gallery/left-out';
import { lists } from './gallery/list';
import { media } from './gallery/media';
import { people } from './gallery/people';
import { states } from './gallery/states';
import styles from './gallery/gallery.module.css';

const kinds: { id: string; entries: GalleryEntry[] }[] = [
  { id: 'basic', entries: basic },
  { id: 'form', entries: form },
  { id: 'layout', entries: layout },
  { id: 'list', entries: lists },
  { id: 'content', entries: content },
  { id: 'media', entries: media },
  { id: 'people', entries: people },
  { id: 'states', entries: states },
];

const getTitle = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);
const getEntryId = ({ file }: GalleryEntry): string => file.replace(/\.tsx$/, '').replace('/', '-');

/** All shared components in their states, in light and dark. For development only. */
export function GalleryScreen() {
  useEffect(() => {
    // Fields with an error scroll to themselves when they are first shown: scroll back to the target of the URL.
    const target = document.getElementById(window.location.hash.slice(1));
    if (target) target.scrollIntoView();
    else window.scrollTo(0, 0);
  }, []);
  return (
    <div className={styles.layout}>
      <Head>
        <title>Gallery</title>
      </Head>
      <div className={styles.index}>
        <SectionNav
          label="Kinds of components"
          items={kinds.map(({ id }) => ({ href: `#${id}`, label: getTitle(id) }))}
          current=""
        />
      </div>
      <div className={styles.kinds}>
        <PageHead
          title="Shared components"
          note="All of src/components in their states, in both themes. Links in the examples lead nowhere."
        />
        {kinds.map(({ id, entries }) => (
          <section key={id} id={id} className={styles.kind} aria-label={getTitle(id)}>
            <div>
              <h2>{getTitle(id)}</h2>
              <nav className={styles.names} aria-label={`Components: ${id}`}>
                {entries.map((entry) => (
                  <a key={entry.file} className="link" href={`#${getEntryId(entry)}`}>
                    {entry.name}
                  </a>
                ))}
              </nav>
            </div>
            {entries.map((entry) => (
              <Entry key={entry.file} entry={entry} />
            ))}
          </section>
        ))}
        <section className={styles.kind} aria-label="Not shown">
          <h2>Not shown</h2>
          <FactList>
            {Object.entries(leftOut).map(([file, reason]) => (
              <Fact key={file} label={file}>
                {reason}
              </Fact>
            ))}
          </FactList>
        </section>
      </div>
    </div>
  );
}

function Entry({ entry }: { entry: GalleryEntry }) {
  const { name, file, note, isWide, Show } = entry;
  return (
    <section id={getEntryId(entry)} className={styles.entry} aria-label={name}>
      <header>
        <h3>{name}</h3>
        <p className={styles.file}>src/components/{file}</p>
        {note && <p className="sm ink-2">{note}</p>}
      </header>
      <div className={styles.panes} data-wide={isWide || undefined}>
        {(['light', 'dark'] as const).map((theme) => (
          <Links key={theme} className={styles.pane} theme={theme}>
            <Show />
          </Links>
        ))}
      </div>
    </section>
  );
}
