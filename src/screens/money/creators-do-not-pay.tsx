import { Store } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { paths } from '@/config/paths';

/** Replaces the content of pages on which fans pay. */
export const CreatorsDoNotPay = () => (
  <EmptyState
    icon={Store}
    title="This is a creator account"
    text="Creator accounts earn and don’t pay. To subscribe to others, sign up as a fan with another email."
    action={<Button href={paths.creator.earnings}>See your earnings</Button>}
  />
);
