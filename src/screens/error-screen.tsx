import { Button } from '@/components/button';
import { WholePage } from '@/components/whole-page';

/** Something broke that nobody foresaw. */
export function ErrorScreen() {
  return (
    <WholePage
      inline
      title="Something went wrong"
      text="Nothing you did is lost. Try again, and write to us when it stays like this."
      action={
        <Button variant="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
      }
    />
  );
}
