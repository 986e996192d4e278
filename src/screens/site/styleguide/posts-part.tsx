import { Flag } from 'lucide-react';
import { useState } from 'react';
import { AudioPlayer } from '@/components/media/audio-player';
import { Badge } from '@/components/basic/badge';
import { InfiniteEnd } from '@/components/list/infinite-end';
import { LiveStrip } from '@/components/content/live-strip';
import { LockedCard } from '@/components/content/locked-card';
import { Media } from '@/components/media/media';
import { MediaGrid, type GridPicture } from '@/components/media/media-grid';
import { PollView } from '@/components/content/poll-view';
import { Post } from '@/components/content/post';
import { PostActions } from '@/components/content/post-actions';
import { PostHead } from '@/components/content/post-head';
import { Seal } from '@/components/basic/seal';
import { VideoPlayer } from '@/components/media/video-player';
import { Part, Sample } from './sample';
import { faces, works } from './stand-ins';

const pictures: GridPicture[] = Array.from({ length: 12 }, (_, index) => ({
  id: String(index),
  src: [works.vases, works.evening, works.garden, works.harbour][index % 4] ?? works.vases,
  alt: 'Glazed vases on a shelf',
  width: 1200,
  height: 900,
}));
const people = [
  { href: '#ines', name: 'Ines', avatar: faces.ines, live: true },
  { href: '#wen', name: 'Wen', avatar: faces.wen, live: true },
  { href: '#callum', name: 'Callum', avatar: faces.callum },
  { href: '#mira', name: 'Mira', avatar: faces.mira },
  { href: '#noor', name: 'Noor', avatar: faces.noor },
  { href: '#ada', name: 'Adalbertina the Long-Named', avatar: faces.ada },
  { href: '#oyvind', name: 'Øyvind' },
];
const peaks = Array.from(
  { length: 60 },
  (_, index) => 0.25 + 0.7 * Math.abs(Math.sin(index * 0.43) * Math.cos(index * 0.13)),
);
const options = [
  { id: 'a', text: 'Hips after sitting', votes: 222 },
  { id: 'b', text: 'Neck and shoulders', votes: 115 },
  { id: 'c', text: 'Wrists and hands', votes: 75 },
];
const nothing = () => undefined;

/** Posts, media, locked work. */
export function PostsPart({ now }: { now: number }) {
  const [liked, setLiked] = useState(true);
  const [saved, setSaved] = useState(true);
  const [vote, setVote] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const iso = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const actions = (
    <PostActions
      liked={liked}
      likes={liked ? 1020 : 1019}
      onLike={() => setLiked(!liked)}
      saved={saved}
      onSave={() => setSaved(!saved)}
      onTip={nothing}
      comments={87}
      onComments={nothing}
      onShare={nothing}
      more={[
        { label: 'Report', icon: Flag, onSelect: nothing },
        { label: 'Hide', onSelect: nothing },
      ]}
    />
  );
  return (
    <Part id="posts" title="Posts">
      <Sample name="LiveStrip" narrow>
        <LiveStrip people={people} />
      </Sample>
      <Sample name="Post: set of pictures, audio, locked, poll, film" narrow>
        <div>
          <Post
            label="Post by Mira Okafor"
            head={
              <PostHead
                name="Mira Okafor"
                href="#posts"
                postHref="#posts"
                avatar={faces.mira}
                verified
                publishedAt={iso(26)}
                audience="Subscribers"
                aside={<Badge>Pinned</Badge>}
              />
            }
            text="The Thursday kiln is open. Eleven survived, one cracked along the foot and I think I know why. Photos in the order they came out."
            actions={actions}
          >
            <MediaGrid items={pictures} onOpen={nothing} />
          </Post>
          <Post
            label="Post by Callum Reid"
            head={
              <PostHead
                name="Callum Reid"
                href="#posts"
                avatar={faces.callum}
                online
                publishedAt={iso(65)}
                audience="Subscribers"
              />
            }
            text="Tonight’s story is about the keeper who wrote letters to ships. Best with the lights low."
            actions={actions}
          >
            <AudioPlayer
              src="data:audio/wav;base64,"
              title="The keeper’s letters, part two"
              seconds={1104}
              peaks={peaks}
              art={works.harbour}
            />
          </Post>
          <Post
            label="Post by Noor Adeyemi"
            head={
              <PostHead
                name="Noor Adeyemi"
                href="#posts"
                avatar={faces.noor}
                verified
                publishedAt={iso(180)}
                audience="For sale"
              />
            }
            actions={actions}
          >
            {open ? (
              <Media src={works.vases} alt="Four glazed vases" width={1200} height={900} reveal />
            ) : (
              <LockedCard
                title="Four glazes, all fourteen stages"
                kind="gallery"
                chips={['14 photos']}
                inside="pencil study, nine colour layers, palette list, print-size scan."
                preview={{ src: works.locked, width: 1200, height: 900 }}
                action={{ label: 'Unlock for $6.00', onClick: () => setOpen(true) }}
                terms="One payment, yours to keep. Not part of the subscription."
              />
            )}
          </Post>
          <Post
            label="Post by Wen Halloran"
            head={
              <PostHead name="Wen Halloran" href="#posts" avatar={faces.wen} publishedAt={iso(1500)} audience="Free" />
            }
            text="Next week’s ten minutes: what does your body ask for?"
            actions={actions}
          >
            <PollView
              question="What does your body ask for?"
              options={options}
              chosenId={vote}
              closes="closes in 9 hours"
              onVote={setVote}
            />
          </Post>
          <Post
            label="Post by Ines Calloway"
            head={
              <PostHead
                name="Ines Calloway"
                href="#posts"
                avatar={faces.ines}
                live
                publishedAt={iso(6000)}
                audience="Free"
              />
            }
            title="Forty minutes of sky, in forty seconds"
          >
            <VideoPlayer
              src="data:video/mp4;base64,"
              poster={works.harbour}
              title="Forty minutes of sky"
              width={1280}
              height={720}
              seconds={40}
            />
          </Post>
          <InfiniteEnd state="end" onMore={nothing} endText="You’ve seen everything from the last month." />
        </div>
      </Sample>
      <div className="cols2">
        <Sample name="MediaGrid: 1, 2, 3, 4">
          <MediaGrid items={pictures.slice(0, 1)} onOpen={nothing} />
          <MediaGrid items={pictures.slice(0, 2)} onOpen={nothing} />
          <MediaGrid items={pictures.slice(0, 3).map((one) => ({ ...one, video: { seconds: 64 } }))} onOpen={nothing} />
          <MediaGrid items={pictures.slice(0, 4)} onOpen={nothing} />
        </Sample>
        <div>
          <Sample name="LockedCard: included with a subscription, no preview">
            <LockedCard
              title="Thursday hour: mixing a green that stays clean"
              kind="video"
              chips={['Video, 42:10']}
              inside="the full painting hour with close-up camera and chapters."
              action={{ label: 'Subscribe for $8.50', href: '#posts' }}
              terms="Included with a subscription, with 186 more."
            />
          </Sample>
          <Sample name="PollView: result; AudioPlayer without peaks; Seal">
            <PollView question="Poll" options={options} chosenId="a" closes="closed" closed />
            <AudioPlayer src="data:audio/wav;base64," title="Voice message" seconds={48} />
            <div className="row">
              <Seal icon={Flag} />
              <Seal icon={Flag} size="sm" tone="accent" />
              <Seal icon={Flag} tone="danger" />
            </div>
          </Sample>
        </div>
      </div>
    </Part>
  );
}
