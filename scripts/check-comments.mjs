import { checkComments } from './lib/check-comments.mjs';
import { listSources, readSource } from './lib/read-imports.mjs';
import { root } from './lib/run.mjs';

// Also lists findings that are only counted, if called with `--all`.
const folders = ['src', 'server', 'pages', 'scripts', 'demo', 'e2e', 'tests'];
const findings = checkComments(listSources(root, folders).map((file) => [file, readSource(root, file)]));
const refused = findings.filter(({ isRefused }) => isRefused);
for (const { finding } of process.argv.includes('--all') ? findings : refused) console.error(finding);
console.log(`Comments to reword: ${refused.length}; to look at: ${findings.length - refused.length}.`);
process.exitCode = refused.length > 0 ? 1 : 0;
