import { Bell, Check, Download, Heart, Info, Lock, Plus, Radio, Star, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Brand, BrandMark } from '@/components/basic/brand';
import { Button } from '@/components/basic/button';
import { Count } from '@/components/basic/count';
import { CsvButton } from '@/components/basic/csv-button';
import { Icon } from '@/components/basic/icon';
import { IconButton } from '@/components/basic/icon-button';
import { LinkedText } from '@/components/basic/linked-text';
import { LockBadge } from '@/components/basic/lock-badge';
import { Note, Problem } from '@/components/basic/note';
import { Skeleton } from '@/components/basic/skeleton';
import { Day, DayDivider, ExactTime, TimeAgo } from '@/components/basic/times';
import { TypingDots } from '@/components/basic/typing-dots';
import { Verified } from '@/components/basic/verified';
import { State, type GalleryEntry } from './entry';
import { LONG_NAME, LONG_TEXT, minutesAgo, noop } from './samples';
import styles from './gallery.module.css';

const variants = ['primary', 'secondary', 'soft', 'ghost', 'danger', 'gift'] as const;

function Buttons() {
  return (
    <>
      <State label="variant" isRow>
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
      </State>
      <State label="variant: media, on a picture">
        <div className={styles.photo}>
          <Button variant="media">media</Button>
        </div>
      </State>
      <State label="size: sm, md, lg" isRow>
        <Button size="sm">Follow</Button>
        <Button>Follow</Button>
        <Button size="lg">Follow</Button>
      </State>
      <State label="icon, iconEnd" isRow>
        <Button icon={Plus}>Add</Button>
        <Button iconEnd={Download}>Download</Button>
        <Button size="sm" icon={Plus}>
          Add
        </Button>
      </State>
      <State label="disabled" isRow>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} disabled>
            {variant}
          </Button>
        ))}
      </State>
      <State label="busy, without and with busyLabel" isRow>
        <BusyButton />
        <Button variant="primary" busy busyLabel="Paying $10.20">
          Pay $10.20
        </Button>
        <Button variant="danger" busy>
          Delete
        </Button>
      </State>
      <State label="href: a link" isRow>
        <Button href="#button">A link</Button>
      </State>
      <State label="block, with a long text">
        <Button variant="primary" block>
          {LONG_NAME}
        </Button>
      </State>
    </>
  );
}

function BusyButton() {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Button
      variant="soft"
      busy={isBusy}
      onClick={() => {
        setIsBusy(true);
        setTimeout(() => setIsBusy(false), 1_500);
      }}
    >
      Press to be busy
    </Button>
  );
}

function LikeButton() {
  const [isLiked, setIsLiked] = useState(true);
  return (
    <button type="button" aria-label="Like" aria-pressed={isLiked} onClick={() => setIsLiked(!isLiked)}>
      <Icon of={Heart} solid={isLiked} />
    </button>
  );
}

export const basic: GalleryEntry[] = [
  {
    name: 'Badge',
    file: 'basic/badge.tsx',
    Show: () => (
      <>
        <State label="tone" isRow>
          {(['plain', 'accent', 'success', 'warn', 'danger', 'live'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </State>
        <State label="tone: media, on a picture">
          <div className={styles.photo}>
            <Badge tone="media">14 photos</Badge>
          </div>
        </State>
        <State label="icon" isRow>
          <Badge icon={Lock}>Subscribers</Badge>
          <Badge tone="success" icon={Check}>
            Paid
          </Badge>
        </State>
      </>
    ),
  },
  {
    name: 'Brand, BrandMark',
    file: 'basic/brand.tsx',
    Show: () => (
      <>
        <State label="without a logo: the built-in mark">
          <Brand siteName="Ovela" />
        </State>
        <State label="with a logo">
          <Brand siteName="Ovela" logoUrl="/icon-192.png" />
        </State>
        <State label="a long name">
          <div className="row">
            <Brand siteName={LONG_NAME} />
          </div>
        </State>
        <State label="BrandMark, 30 and 60" isRow>
          <BrandMark />
          <BrandMark width={60} />
        </State>
      </>
    ),
  },
  { name: 'Button', file: 'basic/button.tsx', note: 'One primary per view or sheet.', Show: Buttons },
  {
    name: 'Count',
    file: 'basic/count.tsx',
    note: 'Nothing at zero.',
    Show: () => (
      <State label="1, 24, 120; size sm" isRow>
        <Count value={1} label="unread" />
        <Count value={24} label="unread" />
        <Count value={120} label="unread" />
        <Count value={3} size="sm" label="unread" />
      </State>
    ),
  },
  {
    name: 'CsvButton',
    file: 'basic/csv-button.tsx',
    Show: () => (
      <State label="at rest, busy" isRow>
        <CsvButton isBusy={false} onPress={noop} />
        <CsvButton isBusy onPress={noop} />
      </State>
    ),
  },
  {
    name: 'Icon',
    file: 'basic/icon.tsx',
    note: 'Any glyph of lucide-react.',
    Show: () => (
      <>
        <State label="size: 16, 20, 24" isRow>
          <Icon of={Bell} size={16} />
          <Icon of={Bell} />
          <Icon of={Bell} size={24} />
        </State>
        <State label="solid, for what is on: press it" isRow>
          <LikeButton />
        </State>
      </>
    ),
  },
  {
    name: 'IconButton',
    file: 'basic/icon-button.tsx',
    Show: () => (
      <>
        <State label="variant" isRow>
          {(['ghost', 'secondary', 'soft', 'primary', 'danger', 'gift'] as const).map((variant) => (
            <IconButton key={variant} icon={Star} label={variant} variant={variant} />
          ))}
        </State>
        <State label="size: sm; disabled; busy" isRow>
          <IconButton icon={Trash2} label="Delete" size="sm" variant="secondary" />
          <IconButton icon={Trash2} label="Delete" variant="secondary" disabled />
          <IconButton icon={Trash2} label="Delete" variant="secondary" busy />
        </State>
      </>
    ),
  },
  {
    name: 'LinkedText',
    file: 'basic/linked-text.tsx',
    Show: () => (
      <>
        <State label="with an address">
          <p className="said">
            <LinkedText text="The recipe is at https://example.test/bread, as always." />
          </p>
        </State>
        <State label="cut: an address at the end is no link">
          <p className="said">
            <LinkedText text="The recipe is at https://example.test/br" isCut />
          </p>
        </State>
      </>
    ),
  },
  {
    name: 'LockBadge',
    file: 'basic/lock-badge.tsx',
    Show: () => (
      <>
        <State label="tone: plain, accent, danger; size: sm" isRow>
          <LockBadge icon={Lock} />
          <LockBadge icon={Lock} tone="accent" />
          <LockBadge icon={Lock} tone="danger" />
          <LockBadge icon={Lock} size="sm" />
        </State>
        <State label="over a picture">
          <div className={styles.photo}>
            <LockBadge icon={Lock} over />
          </div>
        </State>
      </>
    ),
  },
  {
    name: 'Note, Problem',
    file: 'basic/note.tsx',
    Show: () => (
      <>
        <State label="tone">
          <div className="stack stack--sm">
            <Note icon={Info}>plain: your address is only shown to the seller.</Note>
            <Note icon={Radio} tone="accent">
              accent: the show begins tonight.
            </Note>
            <Note icon={Check} tone="success">
              success: your changes are saved.
            </Note>
            <Note icon={TriangleAlert} tone="warn">
              warn: the price changed since you opened this.
            </Note>
            <Note icon={TriangleAlert} tone="danger">
              danger: {LONG_TEXT}
            </Note>
          </div>
        </State>
        <State label="Problem, with the place where it can be mended">
          <Problem place={{ label: 'Add a card', href: '/user/cards' }}>You have no card yet.</Problem>
        </State>
      </>
    ),
  },
  {
    name: 'Skeleton',
    file: 'basic/skeleton.tsx',
    Show: () => (
      <>
        {(['line', 'avatar', 'person', 'media', 'post'] as const).map((kind) => (
          <State key={kind} label={`kind: ${kind}`}>
            <Skeleton kind={kind} />
          </State>
        ))}
        <State label="kind: card, two of them">
          <Skeleton kind="card" count={2} />
        </State>
      </>
    ),
  },
  {
    name: 'Day, ExactTime, TimeAgo, DayDivider',
    file: 'basic/times.tsx',
    Show: () => (
      <>
        <State label="Day; ExactTime; without a value" isRow>
          <Day value="2026-12-21T10:00:00Z" />
          <ExactTime value="2026-12-21T10:00:00Z" />
          <Day value={null} />
        </State>
        <State label="TimeAgo; short; in a sentence; as a link" isRow>
          <TimeAgo value={minutesAgo(2)} />
          <TimeAgo value={minutesAgo(3_000)} short />
          <span>
            posted <TimeAgo value={minutesAgo(90)} inSentence />
          </span>
          <TimeAgo value={minutesAgo(20_000)} href="/post/1" />
        </State>
        <State label="DayDivider; unread">
          <DayDivider label="Wednesday" />
          <DayDivider label="Unread" unread />
        </State>
      </>
    ),
  },
  {
    name: 'TypingDots',
    file: 'basic/typing-dots.tsx',
    Show: () => <TypingDots name="Noor" />,
  },
  {
    name: 'Verified',
    file: 'basic/verified.tsx',
    note: 'As large as the text beside it.',
    Show: () => (
      <div className="row">
        <span className="xs">
          Noor <Verified />
        </span>
        <h3>
          Noor <Verified />
        </h3>
      </div>
    ),
  },
];
