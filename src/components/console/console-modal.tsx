import { Modal, type ModalProps } from 'antd';

const getMain = () => document.getElementById('main') ?? document.body;

/** antd's Modal. In the page's body it would lock the scrolling by a style without the nonce that our policy asks for. */
export function ConsoleModal(props: ModalProps) {
  return <Modal destroyOnHidden getContainer={getMain} {...props} />;
}
