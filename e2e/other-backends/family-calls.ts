import { specifiedCalls } from '../../tests/contract/specified-calls';

/** Calls that the specification writes short: backends of the family have these uploads under `…/upload`. */
const uploads = new Set(
  ['avatar', 'cover', 'welcome-video', 'documents', 'welcome-message-photo', 'welcome-message-video'].map(
    (part) => `POST /performers/${part}`,
  ),
);

/** Every call of the API family: the only ones that the app may make before a backend that has shown no others. */
export const familyCalls: readonly string[] = [
  ...Object.values(specifiedCalls)
    .flat()
    .map((call) => (uploads.has(call) ? `${call}/upload` : call)),
  'POST /performers/documents/upload/{type}',
];
