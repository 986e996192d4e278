import { setPriority } from 'node:os';
import type { Paper } from '../paper';
import { renderPaper } from './render-paper';

process.on('message', ({ id, paper }: { id: number; paper: Paper }) => {
  renderPaper(paper).then(
    (bytes) => process.send?.({ id, bytes }),
    (error: unknown) =>
      process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
// A lower CPU priority, so that printing does not slow down requests.
setPriority(10);
