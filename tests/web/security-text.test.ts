import { readFileSync } from 'node:fs';
import { createSecurityText } from '@/composition/site-files/serve-site-file';

const site = 'https://ovela.test';
const now = Date.parse('2026-03-04T15:00:00Z');
const readFields = (text: string) =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/)),
  );

describe('security.txt, RFC 9116', () => {
  it.each([
    ['security@ovela.test', 'mailto:security@ovela.test'],
    ['https://ovela.test/report', 'https://ovela.test/report'],
    ['', 'https://ovela.test/contact'],
  ])('names the contact of the settings: "%s"', (setting, contact) => {
    expect(readFields(createSecurityText(site, setting, now))).toMatchObject({ Contact: contact });
  });

  it('has each field that the standard asks for, and expires in less than a year, but never soon', () => {
    const fields = readFields(createSecurityText(site, '', now));
    expect(fields).toMatchObject({
      Canonical: 'https://ovela.test/.well-known/security.txt',
      'Preferred-Languages': 'en',
      Expires: '2026-06-02T00:00:00.000Z',
    });
  });

  it('is described in SECURITY.md, with the setting that changes it', () => {
    const text = readFileSync('SECURITY.md', 'utf8');
    expect(text).toContain('/.well-known/security.txt');
    expect(text).toContain('securityContact');
  });
});
