import { checkControls } from './lib/check-controls.mjs';
import { checkJourneys } from './lib/check-journeys.mjs';
import { listSources, readSource } from './lib/read-imports.mjs';
import { root } from './lib/run.mjs';

const sources = listSources(root, ['src', 'e2e']).map((file) => [file, readSource(root, file)]);
const findings = [...checkControls(sources), ...checkJourneys(sources)];
for (const finding of findings) console.error(finding);
console.log(`${sources.length} files checked: ${findings.length} break the rules for typing.`);
process.exitCode = findings.length > 0 ? 1 : 0;
