const CHECK_MS = 500;

/** Calls back once the parent process has ended, even if it was killed and could not pass on a signal. */
export function watchParent(onGone) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, CHECK_MS);
  timer.unref();
}
