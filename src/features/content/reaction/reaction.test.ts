import { ApiError } from '@/services/api-error';
import { reactionChanged, reactionRequested, type ReactionChange } from '@/store/intents';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { reactionFeature } from './reaction-feature';

const like: ReactionChange = { objectType: 'feed', objectId: 'a', action: 'like', on: true };

/** @returns `heard`: the reactions dispatched, in order */
function getOutcomes(answers: Answers) {
  const heard: boolean[] = [];
  const made = storeForTest({
    features: [
      {
        ...reactionFeature,
        reducer: (state, action) => {
          if (reactionChanged.match(action)) heard.push(action.payload.on);
          return reactionFeature.reducer(state, action);
        },
      },
    ],
    answers,
    user: {},
  });
  return { ...made, heard };
}

describe('a reaction', () => {
  it('ends in the state of the last of several quick presses, with one call at a time', async () => {
    const waiting: (() => void)[] = [];
    const slow = () => new Promise<unknown>((resolve) => waiting.push(() => resolve({})));
    const { store, calls, heard } = getOutcomes({ createReaction: slow, deleteReaction: slow });
    for (const on of [true, false, true, false]) store.dispatch(reactionRequested({ ...like, on }));
    await settle();
    expect(heard).toEqual([true, false, true, false]);
    expect(calls).toHaveLength(1);
    waiting.shift()?.();
    await settle();
    expect(calls.map(({ name }) => name)).toEqual(['createReaction', 'deleteReaction']);
    waiting.shift()?.();
    await settle();
    expect(calls).toHaveLength(2);
  });

  it('is not sent again if the last press equals the one that was sent', async () => {
    const waiting: (() => void)[] = [];
    const slow = () => new Promise<unknown>((resolve) => waiting.push(() => resolve({})));
    const { store, calls } = getOutcomes({ createReaction: slow, deleteReaction: slow });
    for (const on of [true, false, true]) store.dispatch(reactionRequested({ ...like, on }));
    waiting.shift()?.();
    await settle();
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['with a retry', 422, { action: 'Try again', onAction: reactionRequested(like) }],
    ['without a retry if the target was deleted', 404, {}],
  ])('is undone if it is rejected, %s', async (_how, status, again) => {
    const { store, heard } = getOutcomes({
      createReaction: () => {
        throw new ApiError(status, { message: 'Not now.' });
      },
    });
    store.dispatch(reactionRequested(like));
    await settle();
    expect(heard).toEqual([true, false]);
    const { id: _id, ...shown } = store.getState().ui.toasts[0] ?? {};
    expect(shown).toEqual({ text: 'Not now.', tone: 'error', ...again });
  });
});
