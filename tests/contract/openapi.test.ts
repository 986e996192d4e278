import { routes } from '@contract/index';
import type { Route } from '@contract/base/define';
import { buildTestApp, type TestApp } from '../harness/build-test-app';

interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  security?: object[];
  requestBody?: { content: Record<string, { schema: { properties?: object } }> };
  responses: Record<string, { description: string }>;
}

let app: TestApp;
let operations: { path: string; method: string; operation: Operation }[];
beforeAll(async () => {
  app = await buildTestApp();
  const { paths } = (await app.http.inject('/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
});
afterAll(() => app.close());

const find = (name: string) => operations.find(({ operation }) => operation.operationId === name)?.operation;

describe('the OpenAPI document', () => {
  it('has every call of the contract once, with a name, a summary, a tag and its security', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(Object.keys(routes)));
    const incomplete = operations.filter(
      ({ operation }) => !operation.summary || operation.tags?.length !== 1 || operation.security === undefined,
    );
    expect(incomplete.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('describes each refusal', () => {
    const { responses } = find('setOperatorRole')!;
    expect(Object.keys(responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '408',
      '413',
      '422',
      '429',
      '500',
      '503',
    ]);
    expect(responses['403']?.description).toContain('`FRESH_LOGIN_REQUIRED`: Please confirm it’s you first.');
    expect(responses['422']?.description).toBe('- `LAST_OWNER`: A site needs at least one owner.');
  });

  it('describes the fields and files of each form', () => {
    const forms = Object.values<Route>(routes).filter(({ upload }) => upload);
    expect(forms.length).toBeGreaterThan(20);
    const missing = forms.filter(
      ({ name }) =>
        Object.keys(find(name)?.requestBody?.content['multipart/form-data']?.schema.properties ?? {}).length === 0,
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('lists the responses to resumable uploads', () => {
    expect(Object.keys(find('beginUpload')?.responses ?? {})).toContain('201');
    expect(Object.keys(find('continueUpload')?.responses ?? {})).toEqual(expect.arrayContaining(['204', '409', '423']));
  });

  it('has a page that loads nothing from other sites', async () => {
    const page = await app.http.inject('/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect((await app.http.inject('/docs/json')).json()).toHaveProperty('openapi', '3.1.0');
  });
});
