import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Runs a command in the repository with our own output streams.
 *
 * @returns {Promise<number>} its exit code; 1 when it ended by a signal or could not start
 */
export function run(command, args, { env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Pieces of output that are kept, of at most 64 KB each. */
const MOST_CHUNKS = 500;

/**
 * The same without output, unless it fails: then all of it.
 *
 * @returns {Promise<number>} as `run`
 */
export function runQuietly(command, args, { env = {} } = {}) {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output.push(chunk);
        // The end tells why; something that writes for ever must not fill the memory.
        if (output.length > MOST_CHUNKS) output.shift();
      });
    }
    child.once('error', (error) => output.push(`${command}: ${error.message}\n`));
    child.once('close', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(output.map((part) => Buffer.from(part))));
      resolve(code ?? 1);
    });
  });
}

/** Runs the command-line program of an installed package, with this Node.js. */
export function runBin(name, args, { isQuiet = false, ...options } = {}) {
  return (isQuiet ? runQuietly : run)(process.execPath, [path.join('node_modules', '.bin', name), ...args], options);
}
