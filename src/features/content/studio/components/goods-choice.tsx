import { Download, FileArchive, Package } from 'lucide-react';
import { ChoiceCard } from '@/components/form/choice-card';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { MoneyInput } from '@/components/form/money-input';
import { controlIds, type DraftProblems } from '../draft-problems';
import { ACCEPTED_TEXTS } from '../file-rules';
import { FilePlace } from './file-tray';
import { useDraft } from './use-draft';
import styles from './editor.module.css';

const goods = [
  { value: 'physical', label: 'Physical', hint: 'You ship it to the buyer', icon: Package },
  { value: 'digital', label: 'Digital', hint: 'A file the buyer downloads', icon: Download },
] as const;

export function GoodsChoice({ problems }: { problems: DraftProblems }) {
  const [draft, change] = useDraft();
  const isDigital = draft.goods === 'digital';
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>What you sell</legend>
        {goods.map(({ value, ...words }) => (
          <ChoiceCard
            key={value}
            {...words}
            name="goods"
            value={value}
            checked={draft.goods === value}
            onChange={() => change({ goods: value })}
          />
        ))}
      </fieldset>
      {isDigital && (
        <FilePlace
          problems={problems}
          kind="file"
          icon={FileArchive}
          title="Drop the file here"
          hint={`${ACCEPTED_TEXTS.file}. Only buyers get it.`}
          button="Choose a file"
        />
      )}
      <div className={styles.pair}>
        <Field id={controlIds.price} label="Price" error={problems.price}>
          <MoneyInput value={draft.price} onChange={(price) => change({ price })} />
        </Field>
        {!isDigital && (
          <Field
            id={controlIds.stock}
            label="In stock"
            error={problems.stock}
            hint="How many you can ship. 0 shows it as sold out."
          >
            <Input
              inputMode="numeric"
              maxLength={7}
              value={draft.stock}
              onChange={(event) => change({ stock: event.target.value })}
            />
          </Field>
        )}
      </div>
    </>
  );
}
