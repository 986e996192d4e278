interface Toggle<Change> {
  getKey(change: Change): string;
  isOn(change: Change): boolean;
  /** Shows the change optimistically, before the request. */
  show(change: Change): Generator;
  /** @throws ApiError */
  send(change: Change): Generator;
  /** Undoes `sent`, which the server rejected, and shows the error. @param last the latest change that the user requested */
  revert(error: unknown, sent: Change, last: Change): Generator;
}

/**
 * Handles a switch: shows each change immediately and sends the changes of a key one after another, so that quick presses end
 * in the last state. Reverts if the server rejects a change.
 *
 * @returns a worker for `takeEvery`; it has state, so create one per saga run
 */
export function createToggle<Change>({ getKey, isOn, show, send, revert }: Toggle<Change>) {
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
