import { Bell, BellOff, Play, Radio } from 'lucide-react';
import { formatDuration } from '@/lib/format-duration';
import { pluralise } from '@/lib/format-count';
import { Button } from '../basic/button';
import { Note } from '../basic/note';
import { ExactTime } from '../basic/times';
import { useNow } from '../hooks/use-now';
import { useSecondsUntil } from '../hooks/use-seconds';

/** Less than this before the start, the countdown shows seconds. */
const COUNTDOWN_SECONDS = 3_600;

interface AnnouncedShowProps {
  /** ISO text. */
  startsAt: string;
  isReminded: boolean;
  reminders?: number | undefined;
  /** Address of the live show, while the host is live. */
  watchHref?: string | undefined;
  /** Undefined if the viewer cannot set a reminder. */
  onRemind?: ((isReminded: boolean) => void) | undefined;
}

export function AnnouncedShow({ startsAt, isReminded, reminders, watchHref, onRemind }: AnnouncedShowProps) {
  const now = useNow();
  const left = useSecondsUntil(startsAt);
  const isPast = now !== null && Date.parse(startsAt) <= now;
  return (
    <Note icon={Radio} tone="accent">
      <div className="row row--between row--wrap">
        <div>
          <p className="num">
            {left > 0 && left <= COUNTDOWN_SECONDS ? (
              `Live in ${formatDuration(left)}`
            ) : (
              <>
                {isPast ? 'Announced for' : 'Live on'} <ExactTime value={startsAt} />
              </>
            )}
          </p>
          {Boolean(reminders) && !isPast && <p className="xs muted">{pluralise(reminders, 'reminder')} set</p>}
        </div>
        {watchHref && (
          <Button size="sm" variant="primary" icon={Play} href={watchHref}>
            Watch now
          </Button>
        )}
        {onRemind && !isPast && !watchHref && (
          <Button
            size="sm"
            icon={isReminded ? BellOff : Bell}
            aria-pressed={isReminded}
            onClick={() => onRemind(!isReminded)}
          >
            {isReminded ? 'Reminder set' : 'Remind me'}
          </Button>
        )}
      </div>
    </Note>
  );
}
