import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state';

/** Why a search for signs only found nothing, and what to do. */
export const nothingToSearch = (text: string) => ({
  title: `Nothing to search for in “${text.trim()}”`,
  text: 'Try words or a name.',
});

/** The list of a search for signs only. */
export const NothingToSearch = ({ text, action }: { text: string; action?: ReactNode }) => (
  <EmptyState icon={SearchX} {...nothingToSearch(text)} action={action} />
);
