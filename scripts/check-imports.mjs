import { checkImports } from './lib/check-imports.mjs';
import { listSources, readSource } from './lib/read-imports.mjs';
import { root } from './lib/run.mjs';

const sources = listSources(root, ['src', 'server', 'demo', 'pages']).map((file) => [file, readSource(root, file)]);
const findings = checkImports(sources);
for (const finding of findings) console.error(finding);
console.log(`${sources.length} files checked: ${findings.length} break the import rules.`);
process.exitCode = findings.length > 0 ? 1 : 0;
