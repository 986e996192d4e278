import { Button } from '@/components/basic/button';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { limits } from '@contract/base/limits';
import { useSecondsUntil } from '@/components/hooks/use-seconds';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { endRequested } from '../studio-slice';
import { selectStudio } from '../studio-state';

interface EndSheetProps {
  open: boolean;
  onClose: () => void;
}

export function EndSheet({ open, onClose }: EndSheetProps) {
  const dispatch = useAppDispatch();
  const { show, viewers, phase, refusal, privateShow } = useAppSelector(selectStudio);
  const isWatched = viewers.total > 0;
  const hasTickets = show !== null && !show.isFree && (show.price ?? 0) > 0;
  const isShort =
    useSecondsUntil(open && show?.startedAt ? Date.parse(show.startedAt) + limits.leastTicketedShow * 1000 : null) > 0;
  return (
    <Sheet open={open} onClose={onClose} title="End the show?" locked={phase === 'ending'}>
      <p>
        {isWatched &&
          `${pluralise(viewers.total, 'person', 'people')} ${viewers.total === 1 ? 'is' : 'are'} watching. `}
        {privateShow && 'Your private show ends too. '}
        {hasTickets && isShort && 'The show is shorter than five minutes, so all tickets are refunded. '}
        {show?.isRecorded && 'The recording is kept as a draft.'}
        {!isWatched &&
          !privateShow &&
          !show?.isRecorded &&
          !(hasTickets && isShort) &&
          'You can go live again at any time.'}
      </p>
      <FormFoot failure={refusal}>
        <div className="row row--end">
          <Button variant="ghost" disabled={phase === 'ending'} onClick={onClose}>
            Keep going
          </Button>
          <Button
            variant="danger"
            busy={phase === 'ending'}
            busyLabel="Ending"
            onClick={() => dispatch(endRequested())}
          >
            End show
          </Button>
        </div>
      </FormFoot>
    </Sheet>
  );
}
