import { spawn, spawnSync } from 'node:child_process';

/** The user that owns nothing, on every Unix: Debian, macOS and Alpine agree on a number that fits. */
const NOBODY = 65534;

/** A user and group id PostgreSQL may run as, or `undefined` to run as ourselves. */
export type ProcessOwner = { uid: number; gid: number } | undefined;

/**
 * Whom to run PostgreSQL as: it refuses to run as root, so root hands it to whoever owns the data folder already, else
 * to nobody. Any other user runs it as itself.
 */
export function chooseProcessOwner(dataOwner: { uid: number; gid: number } | undefined): ProcessOwner {
  if (process.getuid?.() !== 0) return undefined;
  return dataOwner !== undefined && dataOwner.uid !== 0 ? dataOwner : { uid: NOBODY, gid: NOBODY };
}

/**
 * Runs a command to its end, as `owner` when given.
 *
 * @param reach paths that the command must be able to reach. Where a private parent folder (such as /root) keeps `owner`
 *   out, the command runs under the same user with the one capability that opens them, by `setpriv` of util-linux.
 * @returns exit code (-1 when it could not be started) and everything it printed.
 */
export function runUnprivileged(
  command: string,
  args: string[],
  { owner, reach, input = '' }: { owner: ProcessOwner; reach: string[]; input?: string },
): Promise<{ code: number; output: string }> {
  const isReachable = owner === undefined || reach.every((path) => spawnSync('test', ['-r', path], owner).status === 0);
  const [file, ...rest] = isReachable ? [command, ...args] : [...setprivPrefix(owner), command, ...args];
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(file, rest, {
      ...(isReachable ? owner : undefined),
      env: cleanEnvironment(),
      stdio: 'pipe',
      windowsHide: true,
    });
    const collect = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: -1, output: `${output}${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? -1, output }));
    // A program that ends without reading its input is not an error of ours.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

function setprivPrefix({ uid, gid }: { uid: number; gid: number }): [string, ...string[]] {
  const capability = '+dac_override';
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=${capability}`,
    `--ambient-caps=${capability}`,
  ];
}

/** PG* variables meant for another server, or an unknown locale, must not reach this one. Windows needs its own set. */
function cleanEnvironment(): NodeJS.ProcessEnv | undefined {
  if (process.platform === 'win32') return undefined;
  return { NODE_ENV: 'production', LC_ALL: 'C', PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };
}
