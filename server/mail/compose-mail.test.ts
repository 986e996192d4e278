import { HtmlValidate } from 'html-validate';
import { composeMail } from './compose-mail';

const mail = composeMail({
  to: 'ada@example.test',
  siteName: 'Ovela',
  subject: 'Receipt: <b>“Tea & cake”</b>, $4.00',
  paragraphs: ['You bought “Tea & cake”.', '<script>alert(1)</script>'],
  facts: [['Amount', '$4.00']],
  action: { label: 'View receipt', url: 'https://ovela.test/payment/receipt/1?a=1&b=2' },
  footnote: { label: 'Choose which emails you get', url: 'https://ovela.test/user/account' },
  headers: { 'List-Unsubscribe': '<https://api.ovela.test/x>' },
});

describe('composeMail', () => {
  it('renders valid HTML for phones and dark themes', () => {
    const validator = new HtmlValidate({ extends: ['html-validate:standard'], rules: { 'no-inline-style': 'off' } });
    const { results } = validator.validateStringSync(mail.html);
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => [ruleId, message]))).toEqual([]);
    expect(mail.html).toContain('<meta name="viewport" content="width=device-width');
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toContain('@media(prefers-color-scheme:dark)');
  });

  it('renders the same content as plain text, escapes scripts and keeps the headers', () => {
    for (const part of ['View receipt: https://ovela.test/payment/receipt/1?a=1&b=2', 'Amount: $4.00', 'Tea & cake']) {
      expect(mail.text).toContain(part);
    }
    expect(mail.html).not.toContain('<script');
    expect(mail.headers).toEqual({ 'List-Unsubscribe': '<https://api.ovela.test/x>' });
  });
});
