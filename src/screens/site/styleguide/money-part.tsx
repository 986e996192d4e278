import {
  CircleAlert,
  CircleCheck,
  CreditCard,
  HandCoins,
  RefreshCw,
  Smartphone,
  TriangleAlert,
  Wallet,
} from 'lucide-react';
import { useState } from 'react';
import { AmountPicker } from '@/components/form/amount-picker';
import { Button } from '@/components/basic/button';
import { BuyBar } from '@/components/content/buy-bar';
import { Avatar } from '@/components/people/avatar';
import { ChoiceCard } from '@/components/form/choice-card';
import { CreatorCard } from '@/components/people/creator-card';
import { Field } from '@/components/form/field';
import { Meter } from '@/components/list/meter';
import { MoneyInput } from '@/components/form/money-input';
import { Note } from '@/components/basic/note';
import { OvalGroup } from '@/components/people/oval-group';
import { Panel } from '@/components/layout/panel';
import { PricePlans } from '@/components/content/price-plans';
import { Sheet } from '@/components/layout/sheet';
import { SumLines } from '@/components/list/sum-lines';
import { TickList } from '@/components/list/tick-list';
import { Timeline } from '@/components/list/timeline';
import { Part, Sample } from './sample';
import { faces, works } from './stand-ins';
import styles from './styleguide.module.css';

const plans = [
  { id: 'month', name: 'Monthly', price: '$8.50', note: 'Renews on 21 December. Cancel any time.' },
  {
    id: 'year',
    name: 'Yearly',
    price: '$81.60',
    saving: 'Save $20.40',
    note: 'That is $6.80 a month, billed once a year.',
  },
  {
    id: 'trial',
    name: '7 days free',
    price: '$0.00',
    note: 'Then $8.50 a month from 28 November. We remind you the day before.',
  },
];
const sums = ['3', '5', '10', '25'].map((value) => ({ value, label: `$${value}` }));

/** Prices, checkout, creators. */
export function MoneyPart() {
  const [plan, setPlan] = useState('month');
  const [sheet, setSheet] = useState<'subscribe' | 'tip' | null>(null);
  const [tip, setTip] = useState<string | null>('5');
  const close = () => setSheet(null);
  return (
    <>
      <Part id="money" title="Prices and checkout">
        <div className="cols2">
          <Panel title="Subscribe to Noor" lifted className="stack">
            <PricePlans label="Subscribe to Noor" plans={plans} value={plan} onChange={setPlan} />
            <TickList
              items={['All 186 posts for subscribers', 'The Thursday live painting hour', 'Messages to Noor']}
            />
            <Button variant="primary" size="lg" block onClick={() => setSheet('subscribe')}>
              Subscribe for $8.50
            </Button>
            <p className="xs muted center">Tax is added on the next screen, before you pay.</p>
          </Panel>
          <div className="stack stack--lg">
            <Panel title="Wallet short">
              <div className="stack">
                <SumLines
                  lines={[
                    { label: 'Unlock once, yours to keep', amount: '$14.00' },
                    { label: 'In your wallet', amount: '$9.20' },
                  ]}
                  total={{ label: 'Missing', amount: '$4.80' }}
                />
                <Meter label="You have 66 percent of the price" percent={66} />
                <AmountPicker
                  label="Top up"
                  options={[
                    { value: '10', label: '$10' },
                    { value: '25', label: '$25' },
                    { value: '50', label: '$50' },
                    { value: 'other', label: 'Other' },
                  ]}
                  value="10"
                  onChange={() => undefined}
                />
              </div>
            </Panel>
            <Panel title="Free trial">
              <Timeline
                steps={[
                  { title: 'Today', note: 'Everything for subscribers opens', amount: '$0.00' },
                  { title: 'Fri 27 November', note: 'We write to remind you', ahead: true },
                  { title: 'Sat 28 November', note: 'First month, with tax', amount: '$10.20', ahead: true },
                ]}
              />
            </Panel>
          </div>
        </div>
        <Sample name="Sheet">
          <div className="row row--wrap">
            <Button onClick={() => setSheet('subscribe')}>Open checkout</Button>
            <Button variant="gift" icon={HandCoins} onClick={() => setSheet('tip')}>
              Open tip
            </Button>
          </div>
        </Sample>
        <Sample name="Note" narrow>
          <Note icon={RefreshCw}>
            Renews on <b>21 December for $10.20</b>. Cancel in two taps before then and you keep the month.
          </Note>
          <Note icon={Smartphone} tone="accent">
            Open your bank’s app and approve <b>$10.20</b>. This page continues by itself.
          </Note>
          <Note icon={CircleCheck} tone="success">
            Your email address is confirmed.
          </Note>
          <Note icon={TriangleAlert} tone="warn">
            The price changed from $5.00 to $6.00 since you opened this.
          </Note>
          <Note icon={CircleAlert} tone="danger">
            The bank reported too little money on the card ending 4242. You were not charged.
          </Note>
        </Sample>
        <Sample name="BuyBar (below 1000 px)">
          <div className={styles.window} style={{ height: 120 }}>
            <BuyBar price="$8.50 a month" note="or 7 days free first">
              <Button variant="primary" onClick={() => setSheet('subscribe')}>
                Subscribe
              </Button>
            </BuyBar>
          </div>
        </Sample>
      </Part>
      <Part id="creators" title="Creators">
        <div className="grid-creators">
          <CreatorCard
            href="#noor"
            name="Noor Adeyemi"
            avatar={faces.noor}
            cover={works.garden}
            craft="Botanical painter. One plant a week, start to finish"
            monthlyPrice={8.5}
            verified
          />
          <CreatorCard
            href="#callum"
            name="Callum Reid"
            avatar={faces.callum}
            cover={works.harbour}
            craft="Sea stories, told at night"
            monthlyPrice={3.5}
            trialDays={7}
            verified
            online
          />
          <CreatorCard
            href="#ines"
            name="Ines Calloway"
            avatar={faces.ines}
            cover={works.evening}
            craft="Cellist, looping at home"
            monthlyPrice={6}
            live
          />
          <CreatorCard href="#wen" name="Wen Halloran" craft="Paper engineer" monthlyPrice={0} />
        </div>
        <Sample name="OvalGroup">
          <div className={styles.hero}>
            <OvalGroup
              ovals={[
                { src: works.vases },
                { src: faces.noor },
                { src: works.garden },
                { src: faces.ines, live: true },
                { src: faces.callum },
                { src: works.harbour },
              ]}
            />
          </div>
        </Sample>
      </Part>
      <Sheet
        open={sheet === 'subscribe'}
        onClose={close}
        title="Subscribe to Noor"
        subtitle="186 posts, the Thursday hour, messages"
        lead={<Avatar name="Noor Adeyemi" src={faces.noor} />}
      >
        <SumLines
          lines={[
            { label: 'One month', amount: '$8.50' },
            { label: 'Tax, 20 %', amount: '$1.70' },
          ]}
          total={{ label: 'Total today', amount: '$10.20' }}
        />
        <div className="stack stack--sm" role="radiogroup" aria-label="Pay with">
          <ChoiceCard name="sheet-pay" icon={Wallet} label="Wallet" hint="$24.30, leaves $14.10" defaultChecked />
          <ChoiceCard name="sheet-pay" icon={CreditCard} label="Card ending 4242" hint="Expires 08/29" />
        </div>
        <Note icon={RefreshCw}>
          Renews on <b>21 December for $10.20</b>. Cancel in two taps before then and you keep the month.
        </Note>
        <div className="stack stack--sm">
          <Button variant="primary" size="lg" block onClick={close}>
            Pay $10.20
          </Button>
          <Button variant="ghost" size="sm" block>
            I have a coupon
          </Button>
        </div>
      </Sheet>
      <Sheet
        open={sheet === 'tip'}
        onClose={close}
        title="Tip Callum"
        subtitle="He sees your name and note"
        lead={<Avatar name="Callum Reid" src={faces.callum} />}
      >
        <AmountPicker label="Tip" options={sums} value={tip} onChange={setTip} tone="gift" />
        <Field label="Or your own amount" hint="From $3.00 to $400.00">
          <MoneyInput value={tip ?? ''} onChange={setTip} />
        </Field>
        <Button variant="gift" size="lg" block icon={HandCoins} onClick={close}>
          Send ${tip}.00
        </Button>
        <p className="xs muted center">From your wallet, $24.30. Tips are not refundable.</p>
      </Sheet>
    </>
  );
}
