import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../basic/button';
import { FormFoot } from '../form/form-foot';
import { Sheet } from '../layout/sheet';
import { addLeaveQuestion } from './leave-questions';

interface LeaveGuardProps {
  /** The exit that would lose changes: any way of leaving the page, or only closing the tab. */
  when: 'leaving' | 'closing' | null;
  title?: string;
  children?: ReactNode;
  onLeave?: () => void;
}

/** Asks before a link, the back button or closing the tab loses changes; when closing, in the browser's words. ux.md G-11. */
export function LeaveGuard({ when, title = 'Leave without saving?', children, onLeave }: LeaveGuardProps) {
  const [go, setGo] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!when) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
  useEffect(() => {
    if (when !== 'leaving') return undefined;
    return addLeaveQuestion((leave) => {
      setGo(() => leave);
      return true;
    });
  }, [when]);
  const leave = () => {
    onLeave?.();
    setGo(null);
    go?.();
  };
  return (
    <Sheet open={go !== null} onClose={() => setGo(null)} title={title}>
      <div>{children ?? <p>Your changes are not saved yet.</p>}</div>
      <FormFoot>
        <div className="row row--end">
          <Button variant="ghost" onClick={leave}>
            Leave
          </Button>
          <Button variant="primary" onClick={() => setGo(null)}>
            Stay
          </Button>
        </div>
      </FormFoot>
    </Sheet>
  );
}
