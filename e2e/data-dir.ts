import { tmpdir } from 'node:os';
import path from 'node:path';

export const dataDir = process.env.E2E_DATA_DIR ?? path.join(tmpdir(), 'creator-platform-e2e');
