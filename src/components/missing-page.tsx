import { Button } from './button';
import { WholePage } from './whole-page';
import { paths } from '@/config/paths';

/** An address that names nothing. */
export function MissingPage() {
  return (
    <WholePage
      inline
      title="This page is not here"
      text="The address may be mistyped, or what it named was taken down."
      action={
        <Button variant="primary" href={paths.creators}>
          Find creators
        </Button>
      }
    />
  );
}
