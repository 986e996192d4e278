import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Switch } from '@/components/form/switch';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { LeaveGuard } from '@/components/states/leave-guard';
import { leavePage } from '@/components/states/leave-questions';
import { NothingToSearch } from '@/components/states/nothing-to-search';
import { PartBoundary } from '@/components/states/part-boundary';
import { PartFailed } from '@/components/states/part-failed';
import { WholePage } from '@/components/states/whole-page';
import { State, type GalleryEntry } from './entry';
import { leo, LONG_TEXT, noop, noor, suvi } from './samples';
import styles from './gallery.module.css';

function GuardedForm() {
  const [isChanged, setIsChanged] = useState(false);
  const [leaves, setLeaves] = useState(0);
  return (
    <div className="stack stack--sm">
      <Switch
        label="There are unsaved changes"
        checked={isChanged}
        onChange={(event) => setIsChanged(event.target.checked)}
      />
      <div className="row">
        <Button onClick={() => leavePage(() => setLeaves((count) => count + 1))}>Leave</Button>
        <span className="sm muted num">Left {leaves} times</span>
      </div>
      <LeaveGuard when={isChanged ? 'leaving' : null} onLeave={() => setIsChanged(false)} />
    </div>
  );
}

function Fragile({ isBroken }: { isBroken: boolean }) {
  if (isBroken) throw new Error('Thrown by the gallery to show PartBoundary.');
  return <p>A part that works.</p>;
}

function FailingPart() {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <div className="stack stack--sm">
      <PartBoundary part="gallery" text="This post could not be shown." resetKey={isBroken}>
        <Fragile isBroken={isBroken} />
      </PartBoundary>
      <div>
        <Button onClick={() => setIsBroken(!isBroken)}>{isBroken ? 'Mend it' : 'Let it throw'}</Button>
      </div>
    </div>
  );
}

export const states: GalleryEntry[] = [
  {
    name: 'EmptyState',
    file: 'states/empty-state.tsx',
    Show: () => (
      <>
        <State label="portraits and one step">
          <EmptyState
            title="Nobody here yet"
            text="Follow creators, and their posts appear here."
            people={[noor, leo, suvi].map(({ name, avatar }) => ({ name, src: avatar }))}
            action={<Button variant="primary">Find creators</Button>}
          />
        </State>
        <State label="an icon">
          <EmptyState title="No messages" icon={Inbox} />
        </State>
        <State label="neither, with a long text">
          <EmptyState title="Nothing here" text={LONG_TEXT} />
        </State>
      </>
    ),
  },
  {
    name: 'ErrorState',
    file: 'states/error-state.tsx',
    Show: () => (
      <>
        <State label="with a retry">
          <ErrorState title="The posts did not load" onRetry={noop} />
        </State>
        <State label="its own text, no retry">
          <ErrorState title="This post did not load" text={LONG_TEXT} />
        </State>
      </>
    ),
  },
  {
    name: 'LeaveGuard',
    file: 'states/leave-guard.tsx',
    note: 'Turn the switch on, then leave.',
    Show: GuardedForm,
  },
  {
    name: 'NothingToSearch',
    file: 'states/nothing-to-search.tsx',
    Show: () => <NothingToSearch text="?!" action={<Button>Clear</Button>} />,
  },
  {
    name: 'PartBoundary',
    file: 'states/part-boundary.tsx',
    note: 'In development the overlay of Next.js reports the error as well.',
    Show: FailingPart,
  },
  {
    name: 'PartFailed, LazyPart, LazySheet',
    file: 'states/part-failed.tsx',
    note: 'LazyPart and LazySheet show it when the code of a part does not load.',
    Show: () => (
      <>
        <State label="with and without a retry">
          <div className="stack stack--sm">
            <PartFailed onRetry={noop} />
            <PartFailed text="This picture could not be opened." />
          </div>
        </State>
        <State label="isFloating, at the foot of the window">
          <div className={styles.window}>
            <PartFailed isFloating onRetry={noop} />
          </div>
        </State>
      </>
    ),
  },
  {
    name: 'WholePage',
    file: 'states/whole-page.tsx',
    Show: () => (
      <>
        <State label="inline">
          <WholePage
            inline
            title="Back at 14:30"
            text="We are moving to larger rooms."
            action={<Button variant="primary">Try again</Button>}
          />
        </State>
        <State label="inline, with a logo">
          <WholePage inline title="Closed in your country" text={LONG_TEXT} logoUrl="/icon-192.png" />
        </State>
      </>
    ),
  },
];
