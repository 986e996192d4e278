import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state';

/** For a search that contains only punctuation. */
export const getNothingToSearchTexts = (text: string) => ({
  title: `Nothing to search for in “${text.trim()}”`,
  text: 'Try words or a name.',
});

export const NothingToSearch = ({ text, action }: { text: string; action?: ReactNode }) => (
  <EmptyState icon={SearchX} {...getNothingToSearchTexts(text)} action={action} />
);
