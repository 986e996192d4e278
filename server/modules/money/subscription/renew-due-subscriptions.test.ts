import { renewDueSubscriptions } from './renew-due-subscriptions';

type Deps = Parameters<typeof renewDueSubscriptions>[0];

const run = (due: number, send = vi.fn(async () => undefined)) => {
  const kind = {
    listDue: async () => Array.from({ length: due }, (_, index) => `${index}`),
    async find(id: string) {
      if (id === '7') throw new Error('The database is gone');
      return null;
    },
  };
  const renewed = renewDueSubscriptions({ kind, jobs: { send }, clock: { now: () => new Date() } } as unknown as Deps);
  return { renewed, send };
};

it('M-20: sends a job for the next batch even if a renewal of this one failed', async () => {
  const { renewed, send } = run(200);
  await expect(renewed).rejects.toMatchObject({ errors: [{ message: '1 of 200 failed' }] });
  expect(send).toHaveBeenCalledTimes(1);
  // The failed job is retried, too, and both would go on.
  expect(send).toHaveBeenCalledWith('renew-subscriptions', {}, { unlessWaiting: true });
});

it('reports what failed also if the job for the next batch cannot be sent', async () => {
  const { renewed } = run(
    200,
    vi.fn(async () => {
      throw new Error('No connection');
    }),
  );
  const batch = { message: '1 of 200 failed', errors: [{ message: 'The database is gone' }] };
  await expect(renewed).rejects.toMatchObject({ errors: [batch, { message: 'No connection' }] });
});

it('sends none if nothing more is due', async () => {
  const { renewed, send } = run(6);
  await renewed;
  expect(send).not.toHaveBeenCalled();
});
