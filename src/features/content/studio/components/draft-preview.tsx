import { cleanLine, cleanText } from '@contract/base/text-rules';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { AnnouncedShow } from '@/components/content/announced-show';
import { LockedCard } from '@/components/content/locked-card';
import { MediaGrid } from '@/components/media/media-grid';
import { PollView } from '@/components/content/poll-view';
import { Post, PostHead } from '@/components/content/post';
import { Segmented } from '@/components/form/segmented';
import { useNow } from '@/components/hooks/use-now';
import { getNoun } from '@/config/item-names';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { audienceLabels } from '@/lib/audience';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { getCoverId, getShowTime, fileSlots, type Draft } from '../draft';
import { selectDraft } from '../studio-slice';
import styles from './editor.module.css';

type Viewer = 'visitor' | 'follower' | 'subscriber' | 'buyer';

const viewers: { value: Viewer; label: string }[] = [
  { value: 'visitor', label: 'Visitor' },
  { value: 'follower', label: 'Follower' },
  { value: 'subscriber', label: 'Subscriber' },
  { value: 'buyer', label: 'Buyer' },
];

function isOpenTo({ audience }: Draft, viewer: Viewer): boolean {
  if (audience === 'everyone') return true;
  return viewer === (audience === 'sale' ? 'buyer' : 'subscriber');
}

/** Shows the draft as fans will see it. The real blurred picture will come from the server. */
export function DraftPreview() {
  const draft = toStoredDraft(useAppSelector(selectDraft));
  const me = useAppSelector(selectCurrentUser);
  const now = useNow();
  const [chosen, setViewer] = useState<Viewer>('visitor');
  const offered = viewers.filter(({ value }) => value !== 'buyer' || draft.audience === 'sale');
  const viewer = offered.some(({ value }) => value === chosen) ? chosen : 'visitor';
  const isClosed = !isOpenTo(draft, viewer);
  const noun = getNoun(draft.kind);
  return (
    <aside className={styles.side} aria-label="Preview">
      <header className="row row--between">
        <h2>What fans see</h2>
        <Badge>Preview</Badge>
      </header>
      {draft.kind !== 'product' && (
        <Segmented label="As seen by a" options={offered} value={viewer} onChange={setViewer} />
      )}
      {/* The preview is inert: its actions are for fans. */}
      <div inert className={styles.preview}>
        <Post
          label={`Preview of the ${noun}`}
          head={
            now !== null && (
              <PostHead
                name={me?.name || me?.username || 'You'}
                href={paths.profile(me?.username || me?._id || '')}
                avatar={me?.avatar}
                publishedAt={new Date(now).toISOString()}
                audience={audienceLabels[draft.kind === 'product' ? 'sale' : draft.audience]}
              />
            )
          }
          title={isClosed ? undefined : draft.title || (draft.kind === 'feed' ? undefined : `Your ${noun}`)}
          text={isClosed ? undefined : draft.text || (draft.kind === 'feed' ? 'Your text' : undefined)}
        >
          {isClosed ? <Closed draft={draft} /> : <Open draft={draft} />}
          {draft.kind === 'product' && <Offer draft={draft} />}
        </Post>
      </div>
    </aside>
  );
}

/** Drops failed files, and markup, which the server strips from texts. */
function toStoredDraft(draft: Draft): Draft {
  const good = fileSlots.map((slot) => [slot, draft[slot].filter(({ upload }) => upload.step !== 'failed')]);
  return { ...draft, ...Object.fromEntries(good), title: cleanLine(draft.title), text: cleanText(draft.text) };
}

function Closed({ draft }: { draft: Draft }) {
  const me = useAppSelector(selectCurrentUser);
  const monthly = me?.isPerformer ? me.monthlyPrice : 0;
  const cover = draft.thumbnail[0]?.previewUrl;
  const src = cover || draft.files.find(({ localId }) => localId === getCoverId(draft))?.previewUrl;
  return (
    <LockedCard
      className={cover ? undefined : styles.blurred}
      title={draft.title || draft.tagline || `Your ${getNoun(draft.kind)}`}
      inside={draft.tagline || undefined}
      caption={draft.kind === 'feed' ? undefined : draft.text || undefined}
      kind={getLockedKind(draft)}
      chips={getContents(draft)}
      preview={src ? { src, width: 4, height: 3 } : null}
      overlay={
        draft.teaser.length > 0 && (
          <Button variant="media" size="sm" icon={Play}>
            Teaser
          </Button>
        )
      }
      action={{ label: getLabel(draft, monthly) }}
      terms={draft.audience === 'sale' ? 'One payment, yours to keep.' : 'Included with a subscription.'}
    />
  );
}

const getLockedKind = ({ kind, files }: Draft) =>
  kind === 'video' || kind === 'gallery' || kind === 'photo' ? kind : (files[0]?.kind ?? 'text');

function getLabel({ audience, price }: Draft, monthly: number): string {
  const sum = Number(price);
  if (audience === 'sale') return sum > 0 ? `Unlock for ${formatMoney(sum)}` : 'Unlock';
  return audience === 'free' ? 'Subscribe to the site' : `Subscribe for ${formatMoney(monthly)} a month`;
}

function getContents({ files, poll, showAt }: Draft): string[] {
  const [first] = files;
  const media = { photo: pluralise(files.length, 'photo'), video: 'Video', audio: 'Audio', file: 'File' };
  return [...(first ? [media[first.kind]] : []), ...(poll ? ['Poll'] : []), ...(showAt ? ['Live show'] : [])];
}

function Offer({ draft: { goods, price, stock } }: { draft: Draft }) {
  const way = goods === 'digital' ? 'A file to download' : stock === '0' ? 'Sold out' : 'Shipped to you';
  return (
    <p className="sm">
      <span className="strong num">{formatMoney(Number(price) || 0)}</span> · {way}
    </p>
  );
}

function Open({ draft }: { draft: Draft }) {
  const { kind: item, files, thumbnail, poll, tags, participants } = draft;
  const startsAt = getShowTime(draft);
  const cover = item === 'video' ? thumbnail[0]?.previewUrl : undefined;
  // The file of a product is not public, but its picture is.
  const pictures = (item === 'product' ? thumbnail : files).flatMap(({ localId, previewUrl, alt, kind }) => {
    const src = cover ?? previewUrl;
    return src ? [{ id: localId, src, alt, width: 4, height: 3, ...(kind === 'video' && { video: {} }) }] : [];
  });
  if (pictures.length === 0 && !poll && !startsAt && tags.length === 0 && participants.length === 0) return null;
  return (
    <div className={styles.section}>
      {pictures.length > 0 && <MediaGrid items={pictures} onOpen={() => undefined} />}
      {participants.length > 0 && <p className="sm">With {participants.map(({ name }) => name).join(', ')}</p>}
      {tags.length > 0 && <p className="sm muted">{tags.map((tag) => `#${tag}`).join(' ')}</p>}
      {poll && (
        <PollView
          question={poll.question}
          showQuestion
          options={poll.options.flatMap(({ id, text }, index) =>
            text ? [{ id: id ?? String(index), text, votes: 0 }] : [],
          )}
          closes={poll.days === null ? undefined : `open for ${pluralise(poll.days, 'day')}`}
        />
      )}
      {startsAt && !Number.isNaN(startsAt.getTime()) && (
        <AnnouncedShow startsAt={startsAt.toISOString()} isReminded={false} />
      )}
    </div>
  );
}
