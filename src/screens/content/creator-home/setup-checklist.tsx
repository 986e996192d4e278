import Link from 'next/link';
import { ChevronRight, Circle, CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { Icon } from '@/components/basic/icon';
import { Meter } from '@/components/list/meter';
import type { CreatorHome } from '@/features/money/creator-home/creator-home-feature';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { cx } from '@/lib/cx';
import { toPercent } from '@/lib/percent';
import { useAppSelector } from '@/store/hooks';
import { setupStepsOf, type SetupStep } from './setup-steps';
import styles from './setup-checklist.module.css';

const marks = {
  open: { icon: Circle, word: 'To do' },
  waiting: { icon: Clock, word: 'Waiting' },
  attention: { icon: CircleAlert, word: 'Needs a change' },
  done: { icon: CircleCheck, word: 'Done' },
} as const;

/** What is left before a creator's page is complete. It can be left and resumed; gone once all of it is done. */
export function SetupChecklist({ home }: { home: CreatorHome }) {
  const viewer = useAppSelector(selectCurrentUser);
  const { documentReviewDays } = useAppSelector(selectSettings);
  if (!viewer?.isPerformer) return null;
  const steps = setupStepsOf(viewer, home, documentReviewDays);
  // What has to be done again comes first: the rest may wait for it.
  const isUrgent = ({ state }: SetupStep) => state === 'attention';
  const ordered = [...steps.filter(isUrgent), ...steps.filter((step) => !isUrgent(step))];
  const done = steps.filter(({ state }) => state === 'done').length;
  if (done === steps.length) return null;
  return (
    <section className={styles.setup} aria-labelledby="setup">
      <header className={styles.head}>
        <h2 id="setup">Set up your page</h2>
        <p className="sm ink-2">
          {done} of {steps.length} done
        </p>
      </header>
      <Meter label={`${done} of ${steps.length} steps done`} percent={toPercent(done / steps.length)} size="sm" />
      {!viewer.verifiedDocument && (
        <p className={cx('sm ink-2', styles.lead)}>
          Only you can see your page until your documents are approved. You can prepare everything else now.
        </p>
      )}
      <ol className={styles.steps}>
        {ordered.map((step) => (
          <Step key={step.key} step={step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step: { state, title, note, href } }: { step: SetupStep }) {
  const { icon, word } = marks[state];
  return (
    <li>
      <Link className={cx(styles.step, styles[state])} href={href}>
        <Icon of={icon} className={styles.mark} />
        <span className="grow">
          <span className={styles.title}>
            {title}
            <span className="sr">: {word}. </span>
          </span>
          <span className={styles.note}>{note}</span>
        </span>
        <Icon of={ChevronRight} size={16} className={styles.way} />
      </Link>
    </li>
  );
}
