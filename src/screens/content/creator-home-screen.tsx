import { CreatorHome } from './creator-home/creator-home';

/** A creator's own numbers, people and posts. */
export function CreatorHomeScreen() {
  return <CreatorHome />;
}
