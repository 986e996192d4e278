import { Badge } from '@/components/badge';
import { LockedCard } from '@/components/locked-card';
import { MediaGrid } from '@/components/media-grid';
import { selectCurrentUser } from '@/features/session/session-slice';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import type { Draft } from '../draft';
import styles from './composer.module.css';

const openWords: Partial<Record<Draft['audience'], string>> = {
  draft: 'Nothing: a draft is only yours.',
  everyone: 'All of it, as it is.',
};

/** What somebody sees who has not paid. The real blurred picture is made by the server. */
export function DraftPreview({ draft }: { draft: Draft }) {
  const me = useAppSelector(selectCurrentUser);
  const monthly = me?.isPerformer ? me.monthlyPrice : 0;
  const first = draft.files[0];
  const count = draft.files.length;
  const contents = first?.kind === 'photo' ? pluralise(count, 'photo') : first?.kind === 'video' ? 'Video' : 'Audio';
  const price = Number(draft.price) || 0;
  const title = draft.title || draft.text.slice(0, 80) || 'Your post';
  return (
    <aside className={styles.side} aria-label="Preview">
      <div className={styles.sideHead}>
        <h2>What a visitor sees</h2>
        <Badge>Preview</Badge>
      </div>
      {!first || draft.audience === 'draft' || draft.audience === 'everyone' ? (
        <>
          <p className="sm ink-2">{openWords[draft.audience] ?? 'The text, open to subscribers.'}</p>
          {draft.thumbnail[0]?.previewUrl && (
            <MediaGrid
              items={[{ id: 'thumbnail', src: draft.thumbnail[0].previewUrl, alt: '', width: 640, height: 480 }]}
              onOpen={() => undefined}
            />
          )}
        </>
      ) : (
        <LockedCard
          title={title}
          inside={draft.tagline || undefined}
          kind={first.kind}
          chips={[contents]}
          preview={null}
          action={{
            label:
              draft.audience === 'sale'
                ? `Unlock for ${formatMoney(price)}`
                : draft.audience === 'free'
                  ? 'Open with a site subscription'
                  : `Subscribe for ${formatMoney(monthly)}`,
          }}
          terms={draft.audience === 'sale' ? 'One payment, yours to keep.' : 'Included with a subscription.'}
        />
      )}
    </aside>
  );
}
