import { PageBody } from '@/components/layout/page-body';
import { PageHead } from '@/components/layout/page-head';
import { paths } from '@/config/paths';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { useAppSelector } from '@/store/hooks';
import { ShareMeta } from '../share-meta';
import styles from './licences-screen.module.css';
import thirdParty from './third-party.json';

/** A file of `public`, not a page. */
const TEXTS_FILE = '/third-party-licences.txt';

const countPackages = () => thirdParty.lists.reduce((sum, { packages }) => sum + packages.length, 0);

/** Shows the whole list, so that the browser's own search finds a package. `scripts/notices.mjs` writes the data. */
export function LicencesScreen() {
  const signedIn = useAppSelector(selectIsLoggedIn);
  return (
    <PageBody signedIn={signedIn} width="column">
      <ShareMeta
        type="website"
        title="Licences"
        description="The software, fonts and data of others that this site uses, and their licences."
        path={paths.licences}
      />
      <div className={styles.page}>
        <PageHead
          title="Licences"
          note={`This site is built from ${countPackages()} open packages, and from fonts and data of others.`}
        />
        <p className={styles.intro}>
          Every one keeps its own licence. <a href={TEXTS_FILE}>All licence texts in one file</a>
        </p>
        <section aria-labelledby="works">
          <h2 id="works">Media, fonts and data</h2>
          <ul className={styles.works}>
            {thirdParty.works.map(({ name, inside, use, licence, url, note }) => (
              <li key={name}>
                <h3>
                  <a href={url} rel="noreferrer">
                    {name}
                  </a>
                </h3>
                <p>{use}.</p>
                <p className="sm muted">
                  {licence}. In {inside}.
                </p>
                {note && <p className="sm muted">{note}</p>}
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="packages">
          <h2 id="packages">Packages</h2>
          {thirdParty.lists.map(({ licence, packages }) => (
            <section key={licence} aria-label={licence}>
              <h3>{licence}</h3>
              <ul className={styles.packages}>
                {packages.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </section>
          ))}
        </section>
      </div>
    </PageBody>
  );
}
