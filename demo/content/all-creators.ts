import type { DemoCreator } from '../types';
import { bea } from './creators/bea';
import { callum } from './creators/callum';
import { dario } from './creators/dario';
import { ines } from './creators/ines';
import { juno } from './creators/juno';
import { leo } from './creators/leo';
import { marit } from './creators/marit';
import { mira } from './creators/mira';
import { noor } from './creators/noor';
import { omar } from './creators/omar';
import { rui } from './creators/rui';
import { suvi } from './creators/suvi';
import { tomasz } from './creators/tomasz';
import { wen } from './creators/wen';

/** The demo account comes first. */
export const creators: readonly DemoCreator[] = [
  noor, mira, callum, ines, tomasz, suvi, bea, leo, wen, juno, omar, marit, dario, rui,
]; // prettier-ignore
