import { Radio } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Figures } from '@/components/list/figures';
import { SumLines } from '@/components/list/sum-lines';
import { PartFailed } from '@/components/states/part-failed';
import { studioNames } from '@/config/item-names';
import { paths } from '@/config/paths';
import { pluralise } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';
import { formatMoney } from '@/lib/format-money';
import { toPercent } from '@/lib/percent';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { replayRetried, selectReplayUploads } from '../replay-slice';
import { setupReopened } from '../studio-slice';
import { selectStudio, type Summary } from '../studio-state';
import styles from './studio.module.css';

export function ShowSummary() {
  const dispatch = useAppDispatch();
  const { summary, endedBy } = useAppSelector(selectStudio);
  return (
    <section className={styles.summary} aria-labelledby="summary">
      <div className="stack stack--sm">
        <h1 id="summary">{summary ? `You were live for ${describeTime(summary.duration)}` : 'Your show has ended'}</h1>
        <p className="sm muted">
          {summary?.title && <span className="said">{summary.title}. </span>}
          {endedBy === 'hostGone' && 'It ended because your picture was gone for more than a minute.'}
          {endedBy === 'operator' && 'It was ended by the site.'}
        </p>
      </div>
      {summary && <ShowFigures summary={summary} />}
      {summary && <Money summary={summary} />}
      <Replay streamId={summary?.streamId} videoId={summary?.replayVideoId} />
      <div className="row row--wrap">
        <Button variant="primary" icon={Radio} onClick={() => dispatch(setupReopened())}>
          Go live again
        </Button>
        <Button href={paths.home}>Home</Button>
      </div>
    </section>
  );
}

/** Link to the draft of the show's recording, even while this browser is still uploading it. */
function Replay({ streamId, videoId }: { streamId: string | undefined; videoId: string | null | undefined }) {
  const dispatch = useAppDispatch();
  const { wasRecorded } = useAppSelector(selectStudio);
  const uploads = useAppSelector(selectReplayUploads);
  const own = streamId === undefined ? undefined : uploads[streamId];
  const upload = own ?? Object.values(uploads).at(-1);
  const id = videoId ?? own?.videoId;
  if (id) return <Button href={studioNames.video.own.edit(id)}>Open the replay draft</Button>;
  if (upload?.status === 'sending')
    return (
      <p className="sm" role="status">
        Sending the recording, {Math.floor(toPercent(upload.progress))} %. Keep this tab open.
      </p>
    );
  if (upload?.status !== 'failed')
    return wasRecorded ? (
      <p className="sm muted">The recording becomes a draft among your videos. We’ll tell you once it plays.</p>
    ) : null;
  return (
    <PartFailed
      text={`The recording was not sent. ${upload.error?.message ?? ''}`}
      onRetry={() => dispatch(replayRetried())}
    />
  );
}

/** `1 hour 24 minutes`; in seconds if shorter than a minute. */
function describeTime(seconds: number): string {
  if (seconds < 60) return pluralise(Math.round(seconds), 'second');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  return [hours > 0 && pluralise(hours, 'hour'), minutes > 0 && pluralise(minutes, 'minute')]
    .filter((part) => part !== false)
    .join(' ');
}

function ShowFigures({ summary }: { summary: Summary }) {
  const figures = [
    { label: 'Time', value: formatDuration(summary.duration) },
    { label: 'Viewers', value: summary.viewers },
    { label: 'Most at once', value: summary.peakViewers },
    { label: 'New followers', value: summary.newFollowers },
    { label: 'New subscribers', value: summary.newSubscribers },
  ].filter(({ value }) => value !== undefined);
  return <Figures figures={figures} className={styles.sums} />;
}

function Money({
  summary: { tips, tickets, refundedTickets, minutes, commission, earned, muted = 0, banned = 0 },
}: {
  summary: Summary;
}) {
  if (!tips || !tickets || !minutes || commission === undefined || earned === undefined) return null;
  const lines = [
    tips.count > 0 && { label: `Tips, ${tips.count}`, amount: formatMoney(tips.amount) },
    tickets.count > 0 && { label: `Tickets, ${tickets.count}`, amount: formatMoney(tickets.amount) },
    minutes.count > 0 && {
      label: `By the minute, ${pluralise(minutes.count, 'minute')}`,
      amount: formatMoney(minutes.amount),
    },
    commission > 0 && { label: 'Commission', amount: formatMoney(-commission) },
  ].filter((line) => line !== false);
  return (
    <>
      <SumLines lines={lines} total={{ label: 'You earned', amount: formatMoney(earned) }} />
      <p className="xs muted">Amounts are before tax.</p>
      {refundedTickets && refundedTickets.count > 0 && (
        <p className="sm">
          {pluralise(refundedTickets.count, 'ticket is', 'tickets are')} refunded: {formatMoney(refundedTickets.amount)}
          .
        </p>
      )}
      {muted + banned > 0 && (
        <p className="sm">
          {[muted > 0 && `${muted} muted`, banned > 0 && `${banned} removed`].filter(Boolean).join(', ')}
        </p>
      )}
    </>
  );
}
