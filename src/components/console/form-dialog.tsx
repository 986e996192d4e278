import { Form, type FormProps } from 'antd';
import { ConsoleDialog, type ConsoleDialogProps } from './console-dialog';

interface FormDialogProps<Fields extends object>
  extends Omit<ConsoleDialogProps, 'onOk' | 'hasChanges'>, Pick<FormProps<Fields>, 'form' | 'requiredMark'> {
  initialValues?: Partial<Fields>;
  onFinish: (fields: Fields) => void;
}

/** A dialog with a form, whose fields are reset when it closes: during the act they take no text. */
export function FormDialog<Fields extends object>({
  form: given,
  requiredMark = false,
  initialValues,
  onFinish,
  children,
  ...dialog
}: FormDialogProps<Fields>) {
  const [form] = Form.useForm<Fields>(given);
  return (
    <ConsoleDialog {...dialog} onOk={() => form.submit()} hasChanges={() => form.isFieldsTouched()}>
      <Form<Fields>
        form={form}
        layout="vertical"
        preserve={false}
        disabled={dialog.isBusy}
        requiredMark={requiredMark}
        initialValues={initialValues}
        onFinish={onFinish}
      >
        {children}
      </Form>
    </ConsoleDialog>
  );
}
