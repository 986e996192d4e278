import { useState, type ComponentProps, type FormEvent } from 'react';
import { findControlProblem } from '@/lib/control-problem';
import { FormProblemsContext } from './form-problems';

interface FormProps extends Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'onInput' | 'onSubmit'> {
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Whether `onSubmit` validates the fields, instead of this component. */
  checksItself?: boolean;
}

const isControl = (element: unknown) =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

/**
 * The method is `post`, so that a browser that submits before hydration writes no field into the URL. The browser's own error
 * bubbles are off, here and (`npm run check`) everywhere: errors appear beside all fields together.
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
    // An error set by the component is still about the text before this key.
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
