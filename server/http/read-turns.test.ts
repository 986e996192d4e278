import { buildUser, type BuiltPerson } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { untilWaiting } from '../../tests/harness/meanwhile';

let app: TestApp;
let greedy: BuiltPerson;
let other: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
  [greedy, other] = [await buildUser(app), await buildUser(app)];
});
afterAll(() => app.close());

const readUnread = ({ token }: BuiltPerson) => app.call('countUnread', { as: token });
const readSessions = ({ token }: BuiltPerson) => app.call('listSessions', { as: token });

it('R-10: one caller who reads a hundred times at once leaves connections to others, and gets all in the end', async () => {
  const connection = await app.context.db.$client.connect();
  // Reads take long, for as long as this holds what they read.
  await connection.query('begin; lock table conversation_members in access exclusive mode');
  const all = Array.from({ length: 100 }, () => readUnread(greedy));
  await untilWaiting(app, 4);
  expect((await readSessions(other)).status).toBe(200);
  await connection.query('rollback');
  connection.release();
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
  expect((await readUnread(other)).status).toBe(200);
});
