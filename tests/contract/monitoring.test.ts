import { readFileSync } from 'node:fs';
import { buildTestApp } from '../harness/build-test-app';

const read = (file: string): string => readFileSync(file, 'utf8');
const rules = read('packaging/monitoring/alerts.yml');
const dashboard = JSON.parse(read('packaging/monitoring/grafana/site.json')) as {
  panels: { title: string; type: string; targets?: { expr: string }[] }[];
};
const operating = read('docs/operating.md');

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first = '']) => first);

const alerts = matches(rules, /- alert: (\w+)/g);
const ruleQueries = matches(rules, /^ +expr: (.+)$/gm);
const panelQueries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const queries = [...ruleQueries, ...panelQueries];

describe('R-11: the files for Prometheus and Grafana', () => {
  let metrics: string;
  beforeAll(async () => {
    const app = await buildTestApp();
    await app.http.inject('/health');
    metrics = (await app.http.inject('/metrics')).body;
    await app.close();
  });

  it('ask only for metrics that the API has', () => {
    const asked = new Set(queries.flatMap((query) => matches(query, /\b((?:platform|nodejs|process)_\w+)/g)));
    expect(asked.size).toBeGreaterThan(20);
    for (const name of asked) expect({ name, isKnown: metrics.includes(`\n${name}`) }).toEqual({ name, isKnown: true });
    for (const query of queries) expect(query).toMatch(/\b(up\{job="site"\}|platform_|nodejs_|process_)/);
  });

  it('show every metric of ours', () => {
    const own = matches(metrics, /^# TYPE (platform_\w+)/gm);
    expect(own.filter((name) => !queries.some((query) => query.includes(name)))).toEqual([]);
  });

  it('ask only for labels that the metrics have', () => {
    const filters = queries.flatMap((query) => [
      ...query.matchAll(/(platform_\w+?)(?:_count|_bucket)?\{(\w+)(?:=|=~|!~)"/g),
    ]);
    expect(filters.length).toBeGreaterThan(3);
    for (const [, name = '', label = ''] of filters)
      expect({ name, label, isKnown: new RegExp(`^${name}\\w*\\{[^}]*${label}="`, 'm').test(metrics) }).toMatchObject({
        isKnown: true,
      });
  });

  it('have, for each alert, what it means and what to do', () => {
    expect(alerts.length).toBeGreaterThan(10);
    const [, chapter = ''] = operating.split('## When an alert fires\n');
    const [own = ''] = chapter.split(/^## /m);
    expect(matches(own, /^### (\w+)$/gm).toSorted()).toEqual(alerts.toSorted());
    for (const entry of own.split(/^### /m).slice(1))
      expect(entry).toMatch(/^\w+\n\n[A-Z].{30,}\n\n\*\*What to do:\*\* .{30,}/);
  });

  it('say for each alert whether it wakes somebody', () => {
    expect(matches(rules, /severity: (page|day)\b/g)).toHaveLength(alerts.length);
    expect(matches(rules, /summary: '(.+)'/g)).toHaveLength(alerts.length);
  });
});
