import { eq } from 'drizzle-orm';
import { accounts } from '../../../../db/schema/accounts';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';
import { readDocumentNumber } from './document-service';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const check = async (documentNumber: string, documentType?: string) =>
  (await app.call('checkDocument', { body: { documentNumber, documentType } })).data;
let count = 0;
const register = (documentNumber: string) =>
  app.call('registerUser', {
    body: { email: `doc${(count += 1)}@example.test`, password: 'a good password', documentNumber },
  });

describe('POST /auth/checkDocument', () => {
  it('validates a number, by its check digits if the type has any', () => {
    const rows: [string, string | undefined, boolean][] = [
      ['12345678Z', 'dni', true],
      ['12.345.678-z', 'DNI', true],
      ['12345678A', 'dni', false],
      ['X1234567L', 'nie', true],
      ['Y1234567L', 'nie', false],
      ['529.982.247-25', 'cpf', true],
      ['529.982.247-24', 'cpf', false],
      ['111.111.111-11', 'cpf', false],
      ['AB1234567', 'passport', true],
      ['AB 123 4567', undefined, true],
      ['1234', undefined, false],
      ['hello', undefined, false],
      ['0000000', undefined, false],
      ['12345; drop', undefined, false],
    ];
    for (const [text, type, isRight] of rows) {
      expect([text, type, readDocumentNumber(text, type) !== null]).toEqual([text, type, isRight]);
    }
  });

  it('reports whether an account uses the number, in any spelling', async () => {
    expect(await check('QX 445-566-7')).toEqual({ valid: true, exists: false });
    expect((await register('qx4455667')).status).toBe(200);
    expect(await check('QX 445-566-7')).toEqual({ valid: true, exists: true });
    expect(await check('QX 4455668')).toEqual({ valid: true, exists: false });
    expect(await check('??')).toEqual({ valid: false, exists: false });
  });

  it('stores only a keyed hash of a number', async () => {
    await register('ZZ9876543');
    const rows = await app.context.db
      .select()
      .from(accounts)
      .where(eq(accounts.email, `doc${count}@example.test`));
    expect(JSON.stringify(rows)).not.toContain('9876543');
    expect(rows[0]?.documentHash).toHaveLength(43);
  });

  it('allows one account per number', async () => {
    expect((await register('KK1112223')).status).toBe(200);
    expect((await register('kk 111 2223')).body).toMatchObject({ statusCode: 422, error: 'DOCUMENT_TAKEN' });
    expect((await register('none')).body).toMatchObject({ statusCode: 422, error: 'DOCUMENT_INVALID' });
    expect((await register('')).status).toBe(200);
  });

  it('allows one caller to check fifty numbers in 15 minutes', async () => {
    const limited = await buildTestApp({ RATE_LIMITS: '1' }, { beside: app });
    const ask = (n: number) => limited.services.document.check({ documentNumber: `AB${1_000_000 + n}` }, '203.0.113.9');
    for (let n = 0; n < 50; n += 1) await ask(n);
    await expect(ask(51)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await limited.close();
  });
});
