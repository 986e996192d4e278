import { Ellipsis, HandCoins, Plus, Share, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Brand } from '@/components/basic/brand';
import { Button } from '@/components/basic/button';
import { Avatar } from '@/components/people/avatar';
import { Count } from '@/components/basic/count';
import { IconButton } from '@/components/basic/icon-button';
import { Menu } from '@/components/layout/menu';
import { PersonRow } from '@/components/people/person-row';
import { TimeAgo } from '@/components/basic/time-ago';
import { Verified } from '@/components/basic/verified';
import { Part, Sample } from './sample';
import { faces } from './stand-ins';
import styles from './styleguide.module.css';

const colours = [
  'bg', 'surface', 'sunken', 'pressed', 'raised', 'shell', 'shell-strong', 'ink', 'ink-2', 'muted', 'line', 'line-strong',
  'accent', 'accent-soft', 'success-soft', 'warn-soft', 'danger', 'danger-soft', 'live', 'live-soft', 'gift', 'gift-soft',
  'stage', 'stage-2',
]; // prettier-ignore

/** Colours, letters, buttons, people. */
export function BasicsPart({ now }: { now: number }) {
  const [busy, setBusy] = useState(false);
  const pay = () => {
    setBusy(true);
    setTimeout(() => setBusy(false), 2500);
  };
  return (
    <>
      <Part id="basics" title="Colours and letters">
        <div className={styles.swatches}>
          {colours.map((name) => (
            <span key={name} className={styles.swatch}>
              <i style={{ background: `var(--${name})` }} />
              {name}
            </span>
          ))}
        </div>
        <Sample name="Display face, then the interface face">
          <p className="display" style={{ fontSize: 'var(--text-4xl)' }}>
            Pay for what you’d miss
          </p>
          <p className="display" style={{ fontSize: 'var(--text-3xl)' }}>
            Noor Adeyemi
          </p>
          <h1>Page title</h1>
          <h2>Section title</h2>
          <h3>Card title</h3>
          <p>
            Body text, sixteen pixels, and a{' '}
            <a className="link" href="#basics">
              link in it
            </a>
            .
          </p>
          <p className="sm ink-2">Secondary text</p>
          <p className="xs muted">Meta: 26 minutes ago</p>
          <p className="price">$1,284.60</p>
        </Sample>
        <Sample name="Brand: own mark, operator's logo">
          <div className="row row--wrap">
            <Brand siteName="Sample Site" href="#basics" />
            <Brand siteName="With a logo" logoUrl={faces.wen} href="#basics" />
          </div>
        </Sample>
      </Part>
      <Part id="buttons" title="Buttons">
        <Sample name="Variants">
          <div className="row row--wrap">
            <Button variant="primary">Pay $10.20</Button>
            <Button>Follow</Button>
            <Button variant="soft">Top up</Button>
            <Button variant="ghost">Not now</Button>
            <Button variant="danger">Delete 3 posts</Button>
            <Button variant="gift" icon={HandCoins}>
              Tip
            </Button>
            <Button variant="media">Tap for sound</Button>
          </div>
        </Sample>
        <Sample name="Busy (press it), disabled, sizes, icons, link">
          <div className="row row--wrap">
            <Button variant="primary" busy={busy} busyLabel="Paying $10.20" onClick={pay}>
              Pay $10.20
            </Button>
            <Button variant="primary" busy busyLabel="Paying $10.20">
              Pay $10.20
            </Button>
            <Button variant="primary" disabled>
              Pay $10.20
            </Button>
            <Button variant="primary" size="lg">
              Large
            </Button>
            <Button size="sm" icon={Plus}>
              Small
            </Button>
            <Button icon={UserPlus} href="#buttons">
              As a link
            </Button>
            <IconButton icon={Share} label="Share" variant="secondary" />
            <IconButton icon={Ellipsis} label="More" />
            <IconButton icon={Share} label="Share, small" size="sm" />
          </div>
        </Sample>
        <Sample name="Menu">
          <div className="row">
            <Menu
              label="More: share, report, block"
              align="start"
              items={[
                { label: 'Share', icon: Share, onSelect: () => undefined },
                { label: 'See the page', href: '#buttons' },
                { label: 'Not now', disabled: true },
                { label: 'Report', tone: 'danger', onSelect: () => undefined },
              ]}
            />
          </div>
        </Sample>
      </Part>
      <Part id="people" title="People">
        <Sample name="Avatar: sizes, online, live, initial, rim">
          <div className="row row--wrap" style={{ gap: 'var(--s-6)', alignItems: 'flex-end' }}>
            <Avatar name="Wen Halloran" src={faces.wen} size="xs" />
            <Avatar name="Wen Halloran" src={faces.wen} size="sm" />
            <Avatar name="Wen Halloran" src={faces.wen} online />
            <Avatar name="Ines Calloway" src={faces.ines} size="lg" live tag />
            <Avatar name="Callum Reid" src={faces.callum} size="xl" />
            <Avatar name="Noor Adeyemi" src={faces.noor} size="xxl" rim />
            <Avatar name="Øyvind" size="lg" />
            <Avatar name="ada" />
          </div>
        </Sample>
        <Sample name="Badge, Count, Verified, TimeAgo">
          <div className="row row--wrap">
            <Badge>Follower</Badge>
            <Badge tone="accent">Subscriber</Badge>
            <Badge tone="success">Paid</Badge>
            <Badge tone="warn">Renewal failed</Badge>
            <Badge tone="danger">Refused</Badge>
            <Badge tone="gift">Tipped $25</Badge>
            <Badge tone="live">Live</Badge>
            <Badge tone="media">14 photos</Badge>
            <Count value={12} label="unread" />
            <Count value={120} label="unread" />
            <Verified />
            <TimeAgo value={now - 26 * 60_000} href="#people" className="sm muted" />
          </div>
        </Sample>
        <Sample name="PersonRow" narrow>
          <PersonRow
            name="Noor Adeyemi"
            href="#people"
            avatar={faces.noor}
            verified
            meta="Botanical painter. One plant a week, from the first pencil line to the last wash"
            action={<Button size="sm">Follow</Button>}
          />
          <PersonRow name="Callum Reid" avatar={faces.callum} online meta="Online" size="lg" />
        </Sample>
      </Part>
    </>
  );
}
