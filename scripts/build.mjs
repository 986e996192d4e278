import { buildServer, buildWeb } from './lib/build.mjs';

// `npm run build` builds the API and the web app, as `npm start` does before it serves them. For images and releases.
await buildServer();
await buildWeb();
