import path from 'node:path';

/** For files that nobody needs once the work that writes them is over. */
export const getTmpDir = ({ DATA_DIR }: { DATA_DIR: string }): string => path.join(DATA_DIR, 'tmp');
