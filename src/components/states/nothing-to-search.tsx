import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state';

/** For a search for punctuation only. */
export const getNothingToSearchTexts = (text: string) => ({
  title: `Nothing to search for in “${text.trim()}”`,
  text: 'Try words or a name.',
});

/** The list of a search for signs only. */
export const NothingToSearch = ({ text, action }: { text: string; action?: ReactNode }) => (
  <EmptyState icon={SearchX} {...getNothingToSearchTexts(text)} action={action} />
);
