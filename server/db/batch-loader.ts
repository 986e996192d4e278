import { assertNoTransaction } from '../lib/open-transaction';

/** Questions under way at a time: while the database works on one, this process reads the answer of another. */
const MOST_UNDER_WAY = 2;

/**
 * Lets those who ask at about the same time share one question to the database. Who comes while questions are under way
 * goes with the next one, so that nobody gets an answer from before they asked. Nothing is kept.
 *
 * @param ask answers many, in their order. When it fails, it fails for all of them.
 * @param most that go together; the others wait for the next turn.
 */
export function createBatchLoader<Q, A>(
  ask: (questions: readonly Q[]) => Promise<readonly A[]>,
  most: number,
): (question: Q) => Promise<A> {
  const waiting: { question: Q; resolve(answer: A): void; reject(error: unknown): void }[] = [];
  let underWay = 0;

  async function takeTurns(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.splice(0, most);
      try {
        const answers = await ask(group.map(({ question }) => question));
        for (const [index, { resolve }] of group.entries()) resolve(answers[index] as A);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    underWay -= 1;
  }

  return (question) => {
    assertNoTransaction('what is asked together with others');
    return new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (underWay >= MOST_UNDER_WAY) return;
      underWay += 1;
      // After all requests that have arrived by now were read.
      setImmediate(() => void takeTurns());
    });
  };
}
