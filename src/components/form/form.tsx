import { useState, type ComponentProps, type FormEvent } from 'react';
import { findControlProblem } from '@/lib/control-problem';
import { FormProblemsContext } from './form-problems';

interface FormProps extends Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'onInput' | 'onSubmit'> {
  /** The fields are filled in as they should be: the page sends them itself. Without it nothing is sent. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** `onSubmit` says by itself what is wrong with each field. */
  checksItself?: boolean;
}

const isControl = (element: unknown) =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

/**
 * Fields below each other. It says `post`, so that a browser that sends the form itself writes no field into an address.
 *
 * What is wrong stands beside each field, in our words and all at once, and the first of them takes the focus: the
 * browser's bubbles are off, here and (`npm run check`) everywhere.
 */
export function Form({ onSubmit, checksItself = false, className = 'stack', children, ...rest }: FormProps) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = checksItself ? [] : findProblems(event.currentTarget);
    setProblems(Object.fromEntries(wrong.map(({ control, text }) => [control.id, text])));
    if (wrong[0]) wrong[0].control.focus();
    else onSubmit?.(event);
  };
  const handleInput = (event: FormEvent<HTMLFormElement>) => {
    const control = event.target;
    if (!isControl(control) || problems[control.id] === undefined) return;
    // The component's message is still about the text before this key.
    const text = control.dataset['problem'] ? null : findControlProblem(control);
    setProblems(({ [control.id]: _before, ...others }) => (text === null ? others : { ...others, [control.id]: text }));
  };
  return (
    <FormProblemsContext value={problems}>
      <form {...rest} className={className} method="post" noValidate onSubmit={handleSubmit} onInput={handleInput}>
        {children}
      </form>
    </FormProblemsContext>
  );
}

function findProblems(form: HTMLFormElement) {
  return [...form.elements].filter(isControl).flatMap((control) => {
    const text = findControlProblem(control);
    return text === null ? [] : [{ control, text }];
  });
}
