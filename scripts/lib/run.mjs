import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** @returns {Promise<number>} the exit code; 1 after a signal or if the command could not start */
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

/** Limits how much output is stored; a chunk has at most 64 KB. */
const MOST_CHUNKS = 500;

/** Prints the command's output only if it fails. */
export function runQuietly(command, args, { env = {} } = {}) {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output.push(chunk);
        // Drops the beginning to bound memory; the error is at the end.
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

export function runBin(name, args, { isQuiet = false, ...options } = {}) {
  return (isQuiet ? runQuietly : run)(process.execPath, [path.join('node_modules', '.bin', name), ...args], options);
}
