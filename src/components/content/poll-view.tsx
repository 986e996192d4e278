import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { pluralise } from '@/lib/format-count';
import { Button } from '../basic/button';
import { Icon } from '../basic/icon';
import styles from './poll-view.module.css';

export interface PollOption {
  id: string;
  text: string;
  votes: number;
}

interface PollViewProps {
  /** Accessible name of the poll; the post's text usually contains the question already. */
  question: string;
  showQuestion?: boolean;
  options: PollOption[];
  chosenId?: string | null;
  closes?: string;
  closed?: boolean;
  busy?: boolean;
  /** Undefined if the viewer cannot vote. */
  onVote?: (optionId: string) => void;
  hint?: ReactNode;
}

export function PollView(props: PollViewProps) {
  const { question, showQuestion, options, chosenId, closes, closed, busy, onVote, hint } = props;
  const total = options.reduce((sum, option) => sum + option.votes, 0);
  const mine = options.find((option) => option.id === chosenId);
  const asks = Boolean(onVote) && !closed && !chosenId;
  const group = useRef<HTMLFieldSetElement>(null);
  const hasVoted = useRef(false);
  // The pressed button disappears, so the focus moves to the result.
  useEffect(() => {
    if (!chosenId || !hasVoted.current) return;
    hasVoted.current = false;
    group.current?.focus();
  }, [chosenId]);
  const vote = (optionId: string) => {
    hasVoted.current = true;
    onVote?.(optionId);
  };
  return (
    <fieldset ref={group} tabIndex={-1} className={cx('stack stack--sm', styles.poll)}>
      <legend className={showQuestion ? styles.question : 'sr'}>{question}</legend>
      {asks ? (
        <Ballot options={options} busy={busy} onVote={vote} />
      ) : (
        options.map((option) => <Bar key={option.id} option={option} total={total} mine={option.id === chosenId} />)
      )}
      <p className="xs muted num" role="status">
        {mine && <span className="sr">{`You voted for ${mine.text}: ${getPercent(mine, total)} percent of `}</span>}
        {[pluralise(total, 'vote'), closes].filter(Boolean).join(' · ')}
        {hint && ' · '}
        {hint}
      </p>
    </fieldset>
  );
}

function Ballot({ options, busy, onVote }: Pick<PollViewProps, 'options' | 'busy'> & { onVote: (id: string) => void }) {
  const name = useId();
  const [picked, setPicked] = useState<string | null>(null);
  return (
    <>
      {options.map((option) => (
        <label key={option.id} className={cx(styles.option, styles.choice)}>
          <input
            type="radio"
            name={name}
            checked={picked === option.id}
            disabled={busy}
            onChange={() => setPicked(option.id)}
          />
          <span className={cx('said', styles.words)}>{option.text}</span>
        </label>
      ))}
      {picked !== null && (
        <div>
          <Button variant="soft" size="sm" busy={busy} busyLabel="Voting" onClick={() => onVote(picked)}>
            Vote
          </Button>
        </div>
      )}
    </>
  );
}

function Bar({ option, total, mine }: { option: PollOption; total: number; mine: boolean }) {
  const percent = getPercent(option, total);
  return (
    <div className={cx(styles.option, mine && styles.mine)}>
      <span className={styles.bar} style={{ width: `${percent}%` }} />
      <span className={cx('said', styles.words)}>{option.text}</span>
      {mine && (
        <span className={styles.check}>
          <Icon of={Check} size={16} />
          <span className="sr">Your vote</span>
        </span>
      )}
      <b className={cx('num nowrap', styles.percent)}>
        {percent}%<span className="sr"> {pluralise(option.votes, 'vote')}</span>
      </b>
    </div>
  );
}

function getPercent(option: PollOption, total: number): number {
  return total > 0 ? Math.round((option.votes / total) * 100) : 0;
}
