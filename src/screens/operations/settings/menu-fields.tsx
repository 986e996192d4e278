import { Button, Checkbox, Form, Input, Select } from 'antd';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { Icon } from '@/components/basic/icon';
import styles from './settings.module.css';

const sections = [
  { value: 'header', label: 'Header' },
  { value: 'main', label: 'Main menu' },
  { value: 'footer', label: 'Footer' },
];

/** The links of the menus, in their order. */
export function MenuFields({ isBusy }: { isBusy: boolean }) {
  return (
    <Form.List name="value">
      {(fields, { add, remove, move }) => (
        <>
          {fields.map(({ key, name }) => (
            <div key={key} className={styles.link} role="group" aria-label={`Link ${name + 1}`}>
              <Form.Item
                name={[name, 'title']}
                label="Title"
                rules={[{ required: true, whitespace: true, message: 'Enter a title.' }]}
                noStyle
              >
                <Input aria-label="Title" placeholder="Title" maxLength={100} />
              </Form.Item>
              <Form.Item
                name={[name, 'path']}
                rules={[{ required: true, whitespace: true, message: 'Enter a path.' }]}
                noStyle
              >
                <Input aria-label="Path or address" placeholder="/page/about or https://…" />
              </Form.Item>
              <div className={styles.linkActs}>
                <Form.Item name={[name, 'section']} noStyle>
                  <Select aria-label="Menu" options={sections} style={{ minWidth: 120 }} />
                </Form.Item>
                <Form.Item name={[name, 'isNewTab']} valuePropName="checked" noStyle>
                  <Checkbox>New tab</Checkbox>
                </Form.Item>
                <Button
                  aria-label="Move up"
                  icon={<Icon of={ArrowUp} size={16} />}
                  disabled={isBusy || name === 0}
                  onClick={() => move(name, name - 1)}
                />
                <Button
                  aria-label="Move down"
                  icon={<Icon of={ArrowDown} size={16} />}
                  disabled={isBusy || name === fields.length - 1}
                  onClick={() => move(name, name + 1)}
                />
                <Button aria-label="Remove" danger icon={<Icon of={Trash2} size={16} />} onClick={() => remove(name)} />
              </div>
            </div>
          ))}
          <Button onClick={() => add({ title: '', path: '', section: 'footer' })}>Add a link</Button>
        </>
      )}
    </Form.List>
  );
}
