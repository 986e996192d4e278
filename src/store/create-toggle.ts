interface Toggle<Change> {
  /** The thing that is on or off. */
  getKey(change: Change): string;
  isOn(change: Change): boolean;
  /** Shows it, before the server knows. */
  show(change: Change): Generator;
  /** @throws ApiError */
  send(change: Change): Generator;
  /** The server refused `sent`: takes it back and says why. @param last what was pressed last. */
  refuse(error: unknown, sent: Change, last: Change): Generator;
}

/**
 * What carries out the presses on a switch: shown at once, sent one after another for each thing, so that quick presses end as
 * the last one said, in whatever order their answers come; taken back when the server refuses.
 *
 * @returns for `takeEvery`; keeps what is under way, so one for each saga that runs.
 */
export function createToggle<Change>({ getKey, isOn, show, send, refuse }: Toggle<Change>) {
  /** What each thing under way shall end as. */
  const wanted = new Map<string, Change>();
  return function* toggle(change: Change): Generator {
    const key = getKey(change);
    const isUnderWay = wanted.has(key);
    wanted.set(key, change);
    yield* show(change);
    if (isUnderWay) return;
    const last = () => wanted.get(key) ?? change;
    let sent = change;
    try {
      yield* send(sent);
      while (isOn(last()) !== isOn(sent)) {
        sent = last();
        yield* send(sent);
      }
    } catch (error) {
      yield* refuse(error, sent, last());
    } finally {
      wanted.delete(key);
    }
  };
}
