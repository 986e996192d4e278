import { Button } from '@/components/basic/button';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { seatLeaveRequested } from '../seat-slice';
import { selectSeat, selectSeatLeaving } from '../seat-state';

export function SeatUnplayable() {
  const dispatch = useAppDispatch();
  const isMetered = useAppSelector(selectSeat)?.isMetered === true;
  const isLeaving = useAppSelector(selectSeatLeaving) === 'pending';
  return (
    <>
      <p className="sm">{isMetered ? 'The chat works. You still pay for each minute.' : 'The chat works as always.'}</p>
      <div className="row">
        <Button variant="media" size="sm" busy={isLeaving} onClick={() => dispatch(seatLeaveRequested())}>
          End the show
        </Button>
      </div>
    </>
  );
}
