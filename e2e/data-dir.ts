import { tmpdir } from 'node:os';
import path from 'node:path';

/** What the API of this run keeps: its database, files and what it sent. */
export const dataDir = process.env.E2E_DATA_DIR ?? path.join(tmpdir(), 'creator-platform-e2e');
