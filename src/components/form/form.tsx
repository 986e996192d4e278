import type { FormEvent, ReactNode } from 'react';

interface FormProps {
  /** The fields are filled in as they should be: the page sends them itself. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  className?: string;
  children: ReactNode;
}

/** Fields below each other. It says `post`, so that a browser that sends the form itself writes no field into an address. */
export function Form({ onSubmit, className = 'stack', children }: FormProps) {
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(event);
  };
  return (
    <form className={className} method="post" onSubmit={handleSubmit}>
      {children}
    </form>
  );
}
