const CHECK_MS = 500;

/** Calls once the process that started this one is gone, however it ended: nobody passes a signal on then. */
export function watchParent(onGone) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, CHECK_MS);
  timer.unref();
}
