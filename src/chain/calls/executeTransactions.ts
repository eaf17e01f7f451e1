import { encodeRlpList } from '../../primitives/rlp.ts'
import type {
  ExecutableTransactions,
  ExecutedTransactions,
} from '../execution/executedTransactions.ts'
import { toPlainChange } from '../state/accountChange.ts'
import { BlockOfTransactions } from './blockOfTransactions.ts'
import { withCallEngine } from './callEngine.ts'
import type { CallEnvironment } from './callEnvironment.ts'
import { headerValuesOf } from './headerValues.ts'

/**
 * Runs transactions as those of a block (core/state_processor.go). Those that the block cannot include are left out.
 */
export function executeTransactions(
  environment: CallEnvironment,
  { header, transactions, bytesMax }: ExecutableTransactions,
): Promise<ExecutedTransactions> {
  return withCallEngine(environment, async (engine) => {
    const values = headerValuesOf({ rlp: encodeRlpList([header]) })
    const block = await BlockOfTransactions.start(engine, values, {
      bytesMax,
      isFromPool: true,
    })
    await block.addPossible(transactions)
    const { state, newCodes } = engine
    return {
      included: block.included,
      changes: state.changes().map(toPlainChange),
      codes: [...newCodes],
      accesses: state.accesses,
    }
  })
}
