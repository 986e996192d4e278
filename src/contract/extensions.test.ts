import { specifiedCalls } from '../../tests/contract/specified-calls';
import type { Route } from './base/define';
import { extensionCalls } from './extensions';
import { routes } from './index';
import { schemas, type EndpointName } from './schemas';

const specified = new Set<string>(
  Object.values(specifiedCalls)
    .flat()
    .map((call) => call.replace(/\{[^}]*\}/g, ':')),
);
const spelling = (method: string, path: string) => `${method} ${path.replace(/:\w+/g, ':')}`;

describe('calls that compatible backends lack', () => {
  it('are exactly the assumed calls that the specification lacks', () => {
    const marked = (Object.keys(routes) as EndpointName[]).filter((name) => {
      const { method, path, ...route } = routes[name];
      const aliases = 'aliases' in route ? route.aliases : [];
      const isSpecified = [spelling(method, path), ...aliases.map((alias) => alias.replace(/:\w+/g, ':'))].some((one) =>
        specified.has(one),
      );
      return !isSpecified && schemas[name].mark === 'assumed';
    });
    const extensions = Object.values<Route>(routes).filter(({ extension }) => extension);
    expect(extensions.map(({ name }) => name).sort()).toEqual(marked.sort());
  });

  it('are named to clients, except those of the console', () => {
    expect(extensionCalls).toContain('getRefundOfSale');
    expect(extensionCalls).not.toContain('searchOperatorLog');
  });
});
