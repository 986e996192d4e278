import { useEffect, useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { levelWanted } from '../studio-slice';
import { selectCapture } from '../studio-state';
import styles from './studio.module.css';

const DOTS = 14;
/** After this much silence, hints that another microphone may be the right one. */
const SILENT_MS = 5_000;
const LOUD = 0.95;

export function LevelMeter() {
  const dispatch = useAppDispatch();
  const { status, isMuted } = useAppSelector(selectCapture).microphone;
  const isOn = status === 'on';
  const { level, isSilent, wasHeard } = useLevel(isOn && !isMuted);
  useEffect(() => () => void dispatch(levelWanted(null)), [dispatch]);
  if (!isOn) return null;
  const lit = Math.round(level * DOTS);
  return (
    <>
      <div
        className={styles.level}
        role="meter"
        aria-label="Microphone level"
        aria-valuenow={lit}
        aria-valuemin={0}
        aria-valuemax={DOTS}
      >
        {Array.from({ length: DOTS }, (_, index) => (
          <i key={index} className={cx(index < lit && styles.lit)} />
        ))}
      </div>
      <p className={cx('xs', isSilent ? styles.warn : 'muted')} role="status">
        {isMuted
          ? 'Your microphone is muted.'
          : isSilent
            ? 'We hear nothing. Is it muted, or is another one plugged in?'
            : level > LOUD
              ? 'Very loud. Move back a little.'
              : wasHeard
                ? 'Good. Play your loudest part once.'
                : 'Say something to test it.'}
      </p>
    </>
  );
}

function useLevel(isWanted: boolean) {
  const dispatch = useAppDispatch();
  const [level, setLevel] = useState(0);
  const [isSilent, setIsSilent] = useState(false);
  const [wasHeard, setWasHeard] = useState(false);
  const heardAt = useRef(0);
  useEffect(() => {
    if (!isWanted) {
      setLevel(0);
      setIsSilent(false);
      setWasHeard(false);
      return undefined;
    }
    heardAt.current = Date.now();
    const listen = (next: number) => {
      if (next > 0) {
        heardAt.current = Date.now();
        setWasHeard(true);
      }
      setLevel(next);
      setIsSilent(Date.now() - heardAt.current > SILENT_MS);
    };
    dispatch(levelWanted(listen));
    return () => void dispatch(levelWanted(null));
  }, [dispatch, isWanted]);
  return { level, isSilent, wasHeard };
}
