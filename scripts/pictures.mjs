import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from './lib/find-program.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/run.mjs';

// `node scripts/pictures.mjs [URL]` takes the README's screenshots from a running site with the demo content (`npm start`). Run
// it after a change to the site's look, and commit the result.
await ensureInstalled();
const { chromium } = await import('@playwright/test');
const { default: sharp } = await import('sharp');

const site = process.argv[2] ?? 'http://localhost:3000';
const folder = path.join(root, 'docs', 'pictures');
const pictures = [
  { name: 'landing', page: '/', theme: 'light' },
  { name: 'creator', page: '/miraokafor', theme: 'dark' },
];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
try {
  for (const { name, page: address, theme } of pictures) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 });
    // Set in storage, because the site ignores the system's theme.
    await context.addInitScript((chosen) => localStorage.setItem('theme', JSON.stringify(chosen)), theme);
    const page = await context.newPage();
    await page.goto(site + address, { waitUntil: 'networkidle' });
    const picture = await page.screenshot({ animations: 'disabled' });
    await sharp(picture)
      .webp({ quality: 82 })
      .toFile(path.join(folder, `${name}.webp`));
    await context.close();
  }
} finally {
  await browser.close();
}
console.log(`Wrote ${pictures.length} pictures to docs/pictures.`);
