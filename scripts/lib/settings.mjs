import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** Settings for the scripts, from the environment or else from `.env`. Web app and API parse their own. */
export function readSettings() {
  const file = path.join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const webPort = process.env.PORT || '3000';
  const apiPort = process.env.API_PORT || '3001';
  return {
    webPort,
    apiPort,
    /** URL of an existing backend; if set, the reference API is not started. */
    apiEndpoint: process.env.API_ENDPOINT || undefined,
    /** With ROLE=api or worker, this machine serves no pages. */
    servesWeb: ['', 'all', undefined].includes(process.env.ROLE),
    dataDir: path.resolve(root, process.env.DATA_DIR || 'data'),
    webUrl: process.env.WEB_PUBLIC_URL || `http://localhost:${webPort}`,
    apiUrl: process.env.API_ENDPOINT || process.env.API_PUBLIC_URL || `http://localhost:${apiPort}`,
  };
}
