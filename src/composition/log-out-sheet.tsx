import { Button } from '@/components/basic/button';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';

interface LogOutSheetProps {
  open: boolean;
  onStay: () => void;
  onLogOut: () => void;
}

/** Asks whether to log out although files would be lost by it. */
export function LogOutSheet({ open, onStay, onLogOut }: LogOutSheetProps) {
  return (
    <Sheet open={open} onClose={onStay} title="Log out and lose files?">
      <p>Files you picked are not saved or sent yet. They are gone after you log out.</p>
      <FormFoot>
        <div className="row row--end">
          <Button variant="ghost" onClick={onLogOut}>
            Log out
          </Button>
          <Button variant="primary" onClick={onStay}>
            Stay
          </Button>
        </div>
      </FormFoot>
    </Sheet>
  );
}
