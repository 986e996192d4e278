interface Toggle<Change> {
  /** The thing that is on or off. */
  getKey(change: Change): string;
  isOn(change: Change): boolean;
  /** Shows it, before the server knows. */
  show(change: Change): Generator;
  /** @throws ApiError */
  send(change: Change): Generator;
  /** Takes back `sent`, which the server rejected, and shows why. @param last what was pressed last. */
  revert(error: unknown, sent: Change, last: Change): Generator;
}

/**
 * What carries out the presses on a switch: shown at once, sent one after another for each thing, so that quick presses end as
 * the last one said, in whatever order their answers come; taken back when the server refuses.
 *
 * @returns for `takeEvery`; keeps what is under way, so one for each saga that runs.
 */
export function createToggle<Change>({ getKey, isOn, show, send, revert }: Toggle<Change>) {
  /** The state that each thing with a running call was last switched to. */
  const requestedChanges = new Map<string, Change>();
  return function* toggle(change: Change): Generator {
    const key = getKey(change);
    const isUnderWay = requestedChanges.has(key);
    requestedChanges.set(key, change);
    yield* show(change);
    if (isUnderWay) return;
    const getLast = () => requestedChanges.get(key) ?? change;
    let sent = change;
    try {
      yield* send(sent);
      while (isOn(getLast()) !== isOn(sent)) {
        sent = getLast();
        yield* send(sent);
      }
    } catch (error) {
      yield* revert(error, sent, getLast());
    } finally {
      requestedChanges.delete(key);
    }
  };
}
