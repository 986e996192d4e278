import { createContext, useContext } from 'react';

interface FieldLink {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

/** How a Field tells the control inside it its ids and whether it is wrong. */
export const FieldContext = createContext<FieldLink | null>(null);

interface ControlProps {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: React.AriaAttributes['aria-invalid'];
}

/** The attributes of a control: what the caller gave wins, the surrounding Field fills in the rest. */
export function useFieldControl(own: ControlProps) {
  const field = useContext(FieldContext);
  return {
    id: own.id ?? field?.id,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
  };
}
