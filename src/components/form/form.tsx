import type { ComponentProps, FormEvent } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'method' | 'onSubmit'> {
  /** The fields are filled in as they should be: the page sends them itself. Without it nothing is sent. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
}

/** Fields below each other. It says `post`, so that a browser that sends the form itself writes no field into an address. */
export function Form({ onSubmit, className = 'stack', ...rest }: FormProps) {
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit?.(event);
  };
  return <form {...rest} className={className} method="post" onSubmit={handleSubmit} />;
}
