import { EyeOff, Flag } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { AnnouncedShow } from '@/components/content/announced-show';
import { LiveStrip } from '@/components/content/live-strip';
import { LockedCard, type LockedKind } from '@/components/content/locked-card';
import { PollView } from '@/components/content/poll-view';
import { Post, PostHead } from '@/components/content/post';
import { PostActions } from '@/components/content/post-actions';
import { PricePlans } from '@/components/content/price-plans';
import { TipLine } from '@/components/content/tip-line';
import { PhotoSet } from '@/components/media/photo-set';
import { State, type GalleryEntry } from './entry';
import { leo, LONG_NAME, LONG_TEXT, minutesAgo, noop, noor, pictures, suvi } from './samples';

function Reminder() {
  const [isReminded, setIsReminded] = useState(false);
  return (
    <AnnouncedShow
      startsAt={minutesAgo(-3_000)}
      isReminded={isReminded}
      reminders={isReminded ? 13 : 12}
      onRemind={setIsReminded}
    />
  );
}

const options = [
  { id: 'a', text: 'The harbour at night', votes: 120 },
  { id: 'b', text: 'Bread', votes: 64 },
  { id: 'c', text: LONG_TEXT, votes: 3 },
];

function Poll() {
  const [chosenId, setChosenId] = useState<string | null>(null);
  return (
    <PollView
      question="What shall I draw next?"
      showQuestion
      options={options}
      chosenId={chosenId}
      closes="closes in 9 hours"
      onVote={setChosenId}
    />
  );
}

const more = [
  { label: 'Hide', icon: EyeOff, onSelect: noop },
  { label: 'Report', icon: Flag, tone: 'danger' as const, onSelect: noop },
];

function Actions() {
  const [isLiked, setIsLiked] = useState(false);
  const [isSaved, setIsSaved] = useState(true);
  return (
    <PostActions
      liked={isLiked}
      likes={isLiked ? 1_205 : 1_204}
      onLike={() => setIsLiked(!isLiked)}
      saved={isSaved}
      onSave={() => setIsSaved(!isSaved)}
      onTip={noop}
      comments={12}
      onComments={noop}
      onShare={noop}
      more={more}
    />
  );
}

const plans = [
  { id: 'month', name: 'Monthly', price: '$8.50', note: 'Renews on 21 December. Cancel any time.' },
  { id: 'year', name: 'Yearly', price: '$81.60', note: LONG_TEXT, saving: 'Save $20.40' },
  { id: 'trial', name: '7 days free', price: '$0.00' },
];

function Plans() {
  const [value, setValue] = useState('month');
  return <PricePlans label="Subscribe to Noor" plans={plans} value={value} onChange={setValue} />;
}

const strip = [
  { ...leo, live: true },
  noor,
  suvi,
  { href: '/long', name: LONG_NAME },
  ...['Ines', 'Callum', 'Wen'].map((name) => ({
    href: `/${name}`,
    name,
    avatar: `/art/${name.toLowerCase()}.webp`,
  })),
];

const preview = { src: '/art/sample-locked.webp', width: 480, height: 600 };
const kinds: LockedKind[] = ['photo', 'gallery', 'video', 'audio', 'text', 'file', 'live'];

export const content: GalleryEntry[] = [
  {
    name: 'AnnouncedShow',
    file: 'content/announced-show.tsx',
    Show: () => (
      <>
        <State label="ahead">
          <Reminder />
        </State>
        <State label="within the hour">
          <AnnouncedShow startsAt={minutesAgo(-20)} isReminded={false} />
        </State>
        <State label="live now">
          <AnnouncedShow startsAt={minutesAgo(1)} isReminded={false} watchHref="/streaming/leo" />
        </State>
        <State label="past, and not live">
          <AnnouncedShow startsAt={minutesAgo(20)} isReminded onRemind={noop} />
        </State>
      </>
    ),
  },
  {
    name: 'LiveStrip',
    file: 'content/live-strip.tsx',
    Show: () => (
      <>
        <State label="people">
          <LiveStrip people={strip} allHref="/creators" />
        </State>
        <State label="loading">
          <LiveStrip people={null} />
        </State>
      </>
    ),
  },
  {
    name: 'LockedCard',
    file: 'content/locked-card.tsx',
    Show: () => (
      <>
        <State label="with a preview">
          <LockedCard
            kind="gallery"
            title="A year of flowers"
            titleHref="/gallery/1"
            inside="14 photos, each with its sketch."
            caption="Drawn from January to December."
            chips={['14 photos']}
            preview={preview}
            action={{ label: 'Unlock for $6.00' }}
            terms="One payment, yours to keep."
          />
        </State>
        <State label="busy">
          <LockedCard
            kind="video"
            title="Busy"
            chips={['Video, 18:24']}
            action={{ label: 'Unlock for $6.00', busy: true, busyLabel: 'Paying $6.00' }}
          />
        </State>
        <State label="without a preview, disabled, with long texts">
          <LockedCard
            kind="text"
            title={LONG_NAME}
            inside={LONG_TEXT}
            action={{ label: 'For subscribers', disabled: true }}
            terms={LONG_TEXT}
          />
        </State>
        <State label={`compact; kind: ${kinds.join(', ')}`}>
          <div className="row row--wrap">
            {kinds.map((kind) => (
              <LockedCard key={kind} compact kind={kind} title={kind} action={{ label: 'Unlock for $6.00' }} />
            ))}
          </div>
        </State>
      </>
    ),
  },
  {
    name: 'PollView',
    file: 'content/poll-view.tsx',
    Show: () => (
      <>
        <State label="open: choose and vote">
          <Poll />
        </State>
        <State label="busy">
          <PollView question="Busy" options={options.slice(0, 2)} busy onVote={noop} />
        </State>
        <State label="closed">
          <PollView question="Closed" options={options} chosenId="b" closed closes="closed on 3 May" />
        </State>
        <State label="without a vote of one’s own, with a hint">
          <PollView question="For subscribers" options={options.slice(0, 2)} hint="subscribe to vote" />
        </State>
      </>
    ),
  },
  {
    name: 'Post, PostHead',
    file: 'content/post.tsx',
    Show: () => (
      <>
        <Post
          label="Post by Noor Haddad"
          head={
            <PostHead
              {...noor}
              verified
              online
              publishedAt={minutesAgo(40)}
              postHref="/post/1"
              audience="Subscribers"
              aside={<Badge>Pinned</Badge>}
            />
          }
          title="Kiln on Thursday"
          titleHref="/post/1"
          text={'The first line.\nThe second one.'}
          actions={<Actions />}
        >
          <PhotoSet pictures={pictures.slice(0, 3)} />
        </Post>
        <Post
          label="A long post"
          head={<PostHead name={LONG_NAME} live verified publishedAt={minutesAgo(4_000)} audience="Free" />}
          text={LONG_TEXT}
        />
      </>
    ),
  },
  {
    name: 'PostActions',
    file: 'content/post-actions.tsx',
    Show: () => (
      <>
        <State label="all of them">
          <Actions />
        </State>
        <State label="for guests: without handlers">
          <PostActions liked={undefined} likes={3} saved={false} comments={0} onShare={noop} more={more} />
        </State>
      </>
    ),
  },
  { name: 'PricePlans', file: 'content/price-plans.tsx', Show: Plans },
  {
    name: 'TipLine',
    file: 'content/tip-line.tsx',
    Show: () => (
      <>
        <TipLine>You tipped Callum $5.00</TipLine>
        <TipLine note="For the strings">Leo tipped you $12.00</TipLine>
        <TipLine note={LONG_TEXT}>{LONG_NAME} tipped you $3.00</TipLine>
      </>
    ),
  },
];
