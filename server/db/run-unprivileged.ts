import { spawn, spawnSync } from 'node:child_process';

/** The uid of `nobody` on Debian and Alpine, which can also be used on macOS. */
const NOBODY = 65534;

export type ProcessOwner = { uid: number; gid: number } | undefined;

/** PostgreSQL refuses to run as root. For root, it runs as the owner of the data folder, or as `nobody` if that is root. */
export function chooseProcessOwner(dataOwner: { uid: number; gid: number } | undefined): ProcessOwner {
  if (process.getuid?.() !== 0) return undefined;
  return dataOwner !== undefined && dataOwner.uid !== 0 ? dataOwner : { uid: NOBODY, gid: NOBODY };
}

/**
 * @param reach paths that `owner` must be able to open. If a private parent folder such as /root prevents that, `setpriv` of
 * util-linux adds the one capability that allows it.
 * @returns code -1 if the command did not start
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
    // EPIPE: the program has ended without reading its input.
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

/** Leaves out PG* variables, which may name another server, and unknown locales. Windows needs its full environment. */
function cleanEnvironment(): NodeJS.ProcessEnv | undefined {
  if (process.platform === 'win32') return undefined;
  return { NODE_ENV: 'production', LC_ALL: 'C', PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };
}
