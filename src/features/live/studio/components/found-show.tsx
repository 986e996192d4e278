import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Problem } from '@/components/basic/note';
import { useSecondsUntil } from '@/components/hooks/use-seconds';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { resumeRequested } from '../studio-slice';
import { selectAwayEnd, selectStudio } from '../studio-state';
import { EndSheet } from './end-sheet';
import styles from './studio.module.css';

export function FoundShow() {
  const dispatch = useAppDispatch();
  const { phase, show, refusal } = useAppSelector(selectStudio);
  const [isEnding, setIsEnding] = useState(false);
  const left = useSecondsUntil(useAppSelector(selectAwayEnd));
  const isElsewhere = phase === 'elsewhere';
  return (
    <section className={styles.found}>
      <h1>{isElsewhere ? 'You’re live somewhere else' : 'You’re live'}</h1>
      {show && <p className="strong said">{show.title}</p>}
      <p className="ink-2">
        {isElsewhere
          ? 'Your show runs in another tab or on another device. If you take over, it continues from here and stops there.'
          : 'Your viewers are waiting. Turn your camera on again to continue.'}
      </p>
      {!isElsewhere && left > 0 && <p className="sm muted num">Your show ends in {left} s if you don’t.</p>}
      <Problem>{refusal?.message}</Problem>
      <div className="row row--wrap">
        <Button variant="primary" onClick={() => dispatch(resumeRequested())}>
          {isElsewhere ? 'Take over here' : 'Continue the show'}
        </Button>
        <Button variant="danger" onClick={() => setIsEnding(true)}>
          End the show
        </Button>
      </div>
      <EndSheet open={isEnding} onClose={() => setIsEnding(false)} />
    </section>
  );
}
