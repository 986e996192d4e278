import { createSupervisor } from './supervisor';

/** A process that can be killed, and restarts only if `isRepaired`. It is checked every second. */
function build() {
  const state = { isUp: true, isRepaired: false, reason: 'the disk is full', seconds: 0 };
  const triedAt: number[] = [];
  const told: string[] = [];
  const look = createSupervisor({
    isUp: async () => state.isUp,
    async revive() {
      triedAt.push(state.seconds);
      if (!state.isRepaired) throw new Error(state.reason);
      state.isUp = true;
    },
    onTrouble: (error) => void told.push((error as Error).message),
    onBack: () => void told.push('back'),
    now: () => state.seconds * 1000,
  });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await look();
      state.seconds += 1;
    }
  };
  return { state, triedAt, told, pass };
}

const died = 'PostgreSQL died; restarting it.';

describe('R-9: a supervised process', () => {
  it('is restarted immediately, and is reported once as down and once as back', async () => {
    const { state, triedAt, told, pass } = build();
    await pass(5);
    Object.assign(state, { isUp: false, isRepaired: true });
    await pass(5);
    expect(triedAt).toEqual([5]);
    expect(told).toEqual([died, 'back']);
  });

  it('is retried at growing intervals while it does not start, and each reason is reported once', async () => {
    const { state, triedAt, told, pass } = build();
    state.isUp = false;
    await pass(100);
    expect(triedAt).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
    expect(told).toEqual([died, 'the disk is full']);
    state.reason = 'the port is taken';
    await pass(50);
    expect(told).toEqual([died, 'the disk is full', 'the port is taken']);
    state.isRepaired = true;
    await pass(50);
    expect(told.at(-1)).toBe('back');
    expect(told).toHaveLength(4);
  });

  it('is reported as back when another process restarted it', async () => {
    const { state, told, pass } = build();
    state.isUp = false;
    await pass(10);
    state.isUp = true;
    await pass(2);
    expect(told).toEqual([died, 'the disk is full', 'back']);
  });

  it('is not restarted every second if it keeps dying, but immediately if it ran for more than a minute', async () => {
    const { state, triedAt, pass } = build();
    state.isRepaired = true;
    for (let time = 0; time < 60; time += 1) {
      state.isUp = false;
      await pass(1);
    }
    expect(triedAt).toEqual([0, 1, 3, 7, 15, 31]);
    state.isUp = true;
    await pass(70);
    state.isUp = false;
    await pass(1);
    expect(triedAt.at(-1)).toBe(130);
  });
});
