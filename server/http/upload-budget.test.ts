import { createUploadBudget } from './upload-budget';

const MB = 1024 * 1024;
const film = { most: 2048 * MB };
const photo = { most: 20 * MB };

it('R-10: films of several accounts leave room for the pictures of others', () => {
  const budget = createUploadBudget({ megabytes: 64 });
  const begin = (accountId: string, size: { most: number }) => budget.begin({ accountId, ip: '192.0.2.1' }, size);
  for (const accountId of ['ada', 'bo', 'cy']) begin(accountId, film).add(16 * MB);
  expect(() => begin('di', film).add(MB)).toThrow(expect.objectContaining({ code: 'UPLOADS_FULL' }));
  expect(() => begin('di', photo).add(MB)).not.toThrow();
});
