import { checkJourneys } from '../../scripts/lib/check-journeys.mjs';
import { checkControls } from '../../scripts/lib/check-controls.mjs';

const check = (source: string, file = 'src/components/line.tsx'): string[] => checkControls([[file, source]]);

describe('the rule that a typed control stays the same element', () => {
  it('rejects a control that is defined once and placed twice', () => {
    const source = `
      function Line({ trail }) {
        const control = <input />;
        if (!trail) return control;
        return <span>{control}{trail}</span>;
      }`;
    expect(check(source)).toEqual([expect.stringContaining('src/components/line.tsx:3')]);
    expect(check(source, 'src/features/x/components/line.tsx')).toHaveLength(1);
  });

  it('rejects a component with a control in each of two returns', () => {
    const source = `
      function Line({ trail }) {
        if (!trail) return <input />;
        return <span><input />{trail}</span>;
      }`;
    expect(check(source)).toEqual([expect.stringContaining('src/components/line.tsx:4')]);
  });

  it('rejects a key that is the value', () => {
    const source = 'const Line = ({ words }) => <label><Input key={words} value={words} /></label>;';
    expect(check(source, 'src/screens/line.tsx')).toHaveLength(1);
  });

  it('rejects native validation bubbles, and constraints that no message explains', () => {
    const form = (attributes: string) => `const F = () => <form method="post" ${attributes}><Input required /></form>;`;
    expect(check(form(''), 'src/screens/line.tsx')).toEqual([expect.stringContaining('noValidate')]);
    expect(check(form('noValidate'), 'src/screens/line.tsx')).toEqual([]);
    expect(check('const F = ({ form }) => form.reportValidity();', 'src/screens/line.tsx')).toHaveLength(1);
    for (const control of ['<input required />', '<input type="email" />', '<textarea minLength={3} />']) {
      expect(check(`const F = () => ${control};`, 'src/features/x/f.tsx')).toEqual([
        expect.stringContaining('no place for its message'),
      ]);
    }
  });

  it('rejects state computed from an earlier render', () => {
    const source = (set: string) => `
      function Form() {
        const [fields, setFields] = useState({ name: '', email: '' });
        return <Input value={fields.name} onChange={(event) => ${set}} />;
      }`;
    expect(check(source('setFields({ ...fields, name: event.target.value })'))).toHaveLength(1);
    expect(check(source('setFields((now) => ({ ...now, name: event.target.value }))'))).toEqual([]);
  });

  it('rejects a form that a browser would submit in a URL', () => {
    expect(check('const Card = () => <form noValidate onSubmit={pay}><input name="cvc" /></form>;')).toHaveLength(1);
    expect(check('const Card = () => <form noValidate method="post"><input /></form>;')).toEqual([]);
    expect(check('const Find = () => <form noValidate role="search"><input /></form>;')).toEqual([]);
  });

  it('rejects an Enter handler that would end a composition', () => {
    const source = (condition: string) => `
      function Line() {
        const handleKeyDown = (event) => {
          if (${condition}) return;
          send();
        };
        return <Input onKeyDown={handleKeyDown} />;
      }`;
    expect(check(source("event.key !== 'Enter'"))).toEqual([expect.stringContaining('line.tsx:4')]);
    expect(check(source("event.key !== 'Enter' || isComposing(event.nativeEvent)"))).toEqual([]);
  });

  it('allows other elements to come and go around a control', () => {
    const source = `
      function Line({ lead, trail }) {
        const control = <input />;
        return <span>{lead && <b>{lead}</b>}{control}{trail && <b>{trail}</b>}</span>;
      }
      const Other = ({ name, value }) => <Input key={name} value={value} />;`;
    expect(check(source)).toEqual([]);
  });
});

describe('the rule that e2e tests press keys', () => {
  it('rejects fill(), except in the helpers', () => {
    const line = "await page.getByLabel('Price').fill('5');";
    expect(checkJourneys([['e2e/money.spec.ts', `x;\n${line}`]])).toEqual([
      'e2e/money.spec.ts:2: tests must press keys: use type() of e2e/fixtures.ts',
    ]);
    expect(checkJourneys([['e2e/fixtures.ts', line]])).toEqual([]);
    expect(checkJourneys([['src/lib/canvas.ts', 'canvas.fill(red);']])).toEqual([]);
  });
});
