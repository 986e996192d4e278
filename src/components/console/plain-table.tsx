import { Table, type TableProps } from 'antd';

/** A measured scrollbar needs a style without the nonce that our policy asks for. */
const unmeasured = { tailor: true };

/** antd's Table, without the measuring of scrollbars that only fixed columns and headers need. */
export const PlainTable = <Row extends object>(props: TableProps<Row>) => <Table<Row> {...props} {...unmeasured} />;
