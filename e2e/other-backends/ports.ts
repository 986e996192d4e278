import { profileNames } from '../mock-api/profiles';

/** Ports of the web app and of the mock API, as in `later:4101:4102,older:…`. `npm run e2e` finds free ones. */
const given = new Map(
  (process.env.E2E_BACKENDS ?? '').split(',').map((entry) => {
    const [name = '', ...ports] = entry.split(':');
    return [name, ports.map(Number)];
  }),
);

export const backends = profileNames.map((name, index) => {
  const [webPort = 3110 + 2 * index, apiPort = 3111 + 2 * index] = given.get(name) ?? [];
  return { name, webPort, apiPort };
});

/** False if this run selects only projects of another kind. */
export function isServed(kind: 'reference' | 'mock' | 'staging' | 'machines'): boolean {
  const only = process.env.E2E_SERVERS;
  // Takes the place of the reference server, at its ports.
  if (kind === 'machines') return only === kind;
  return !only || only === kind;
}
