import Head from 'next/head';
import Link from 'next/link';
import { inCoins } from '@contract/base/money';
import { Verified } from '@/components/basic/verified';
import { Picture } from '@/components/media/picture';
import { CalendarClock, Eye, Images, LogOut } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Avatar } from '@/components/people/avatar';
import { Icon, type Glyph } from '@/components/basic/icon';
import { OvalGroup } from '@/components/people/oval-group';
import { paths } from '@/config/paths';
import { PerformerGrid } from '@/features/identity/performer/components/performer-grid';
import { selectCards, selectList, type PerformerCard } from '@/features/identity/performer/performer-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { getSizes } from '@/lib/media-file';
import { useAppSelector } from '@/store/hooks';
import { ShareMeta } from './share-meta';
import styles from './landing-screen.module.css';

export const landingListKey = 'landing';

const ovals = ['bread', 'noor', 'botanical', 'ines', 'callum', 'harbour-night'].map((name) => ({
  src: `/art/${name}.webp`,
}));

const facts: { icon: Glyph; title: string; text: string }[] = [
  {
    icon: Eye,
    title: 'You always know what you’re buying',
    text: 'Every locked item says what is inside, how long it is and its price.',
  },
  {
    icon: CalendarClock,
    title: 'The renewal date stands beside the button',
    text: 'You see the total, the next date, and what happens after a trial.',
  },
  {
    icon: LogOut,
    title: 'Cancelling is as easy as joining',
    text: 'Two taps. You keep access until the end of the period you paid for.',
  },
];

export function LandingScreen() {
  const settings = useAppSelector(selectSettings);
  const list = useAppSelector(selectList(landingListKey));
  const cards = useAppSelector(selectCards);
  const featured = cards[list?.ids[0] ?? ''];
  const title = settings.homeTitle || `${settings.siteName}: pay the people whose work you’d miss`;
  const description =
    settings.metaDescription || 'Subscribe to creators at the price they set, or buy one piece at a time.';
  return (
    <>
      <ShareMeta
        type="website"
        title={title}
        isWhole
        description={description}
        path={paths.landing}
        image={{ src: '/art/botanical.webp' }}
      />
      {settings.metaKeywords && (
        <Head>
          <meta name="keywords" content={settings.metaKeywords} />
        </Head>
      )}
      <section className={styles.hero}>
        <div className={`page ${styles.heroInner}`}>
          <div className={styles.copy}>
            <h1>Pay the people whose work you’d miss.</h1>
            <p className={styles.lead}>
              Painters, cooks, cellists, coaches and storytellers. Subscribe at the price they set, or buy one piece at
              a time.
            </p>
            <div className={styles.buttons}>
              <Button variant="primary" size="lg" href={paths.creators}>
                Find creators
              </Button>
              <Button size="lg" href={paths.auth.creatorRegister}>
                Start your own page
              </Button>
            </div>
            <small className="sm ink-2">Look around without an account. Cancel any subscription in two taps.</small>
          </div>
          <OvalGroup ovals={ovals} eager className={styles.ovals} />
        </div>
      </section>
      <section className={`page ${styles.section}`}>
        <div className={styles.sectionHead}>
          <h2>Worth your time this week</h2>
          <Link className="link" href={paths.creators}>
            See all creators
          </Link>
        </div>
        {featured && <Feature card={featured} />}
        <PerformerGrid listKey={landingListKey} source="top" most={8} except={featured?._id} />
      </section>
      <section className={`page ${styles.section}`}>
        <div className={styles.split}>
          <SamplePost />
          <div>
            <h2 className={styles.big}>You see what it is, and what it costs, before you pay</h2>
            <ul className={styles.facts}>
              {facts.map(({ icon, title: heading, text }) => (
                <li key={heading}>
                  <span className={styles.dot}>
                    <Icon of={icon} />
                  </span>
                  <div>
                    <h3>{heading}</h3>
                    <p className="ink-2">{text}</p>
                  </div>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </section>
      <section className={`page ${styles.section}`} id="start">
        <div className={styles.band}>
          <div className="stack">
            <h2>Make your page. Set your price.</h2>
            <p>Posts, photos, videos and paid messages, and you see what each of them earned.</p>
          </div>
          <dl>
            <div>
              <dt>{formatMoney(settings.minimumSubscriptionPrice)}</dt>
              <dd>is the lowest monthly price you can set</dd>
            </div>
            <div>
              <dt>{formatMoney(settings.minimumTipPrice, { dropZeros: true })}</dt>
              <dd>is where tips begin</dd>
            </div>
            <div>
              <dt>{formatMoney(settings.minimumPayoutAmount, { dropZeros: true })}</dt>
              <dd>is the smallest payout</dd>
            </div>
          </dl>
          <Button size="lg" href={paths.auth.creatorRegister} className={styles.bandButton}>
            Start your page
          </Button>
        </div>
      </section>
    </>
  );
}

function Feature({ card }: { card: PerformerCard }) {
  const first = card.name.split(' ')[0] ?? card.name;
  return (
    <article className={styles.feature}>
      <div className={styles.picture}>
        {card.cover && (
          <Picture
            fallback={null}
            srcSet={getSizes(card.cover)}
            sizes="(max-width: 760px) 140vw, 1000px"
            src={card.cover}
            alt=""
            width={1200}
            height={825}
            loading="lazy"
            decoding="async"
          />
        )}
        <Avatar name={card.name} src={card.avatar} size="xl" rim className={styles.face} />
      </div>
      <div>
        <p className="sm muted">Most loved this week</p>
        <h3>
          {card.name}
          {card.verifiedAccount && <Verified />}
        </h3>
        {card.headline && <p className={`said ${styles.quote}`}>{card.headline}</p>}
        <div className={styles.featureFoot}>
          <Button variant="soft" href={paths.profile(card.username || card._id)}>
            See {first}’s page
          </Button>
          <span className="sm muted num">
            {card.monthlyPrice ? `${formatMoney(card.monthlyPrice)} a month · ` : ''}
            {card.isFreeSubscription && `${pluralise(card.durationFreeSubscriptionDays, 'day')} free · `}
            {pluralise(card.stats.totalFeeds, 'post')}
          </span>
        </div>
      </div>
    </article>
  );
}

/** Only an example, so it is not for sale and shows no real creator. */
function SamplePost() {
  return (
    <figure className={styles.sample} aria-label="An example of a locked post">
      <div className={styles.sampleView}>
        <img src="/art/sample-locked.webp" alt="" width={640} height={512} loading="lazy" />
        <span className={styles.sampleSeal}>
          <Icon of={Images} size={24} />
        </span>
      </div>
      <figcaption>
        <p className={styles.sampleTitle}>Field poppies, all fourteen stages</p>
        <p className="sm ink-2">
          <b>Inside:</b> pencil study, nine colour layers, the palette list, and a print-size scan.
        </p>
        <p className={styles.samplePrice}>
          Unlock for {formatMoney(inCoins(6))}{' '}
          <small className="xs muted">One payment. It stays in your library.</small>
        </p>
      </figcaption>
    </figure>
  );
}
