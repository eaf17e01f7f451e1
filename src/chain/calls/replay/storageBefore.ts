import { fromHex, type Hex } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import type { PlainChange } from '../../state/accountChange.ts'
import type { CallEnvironment } from '../callEnvironment.ts'
import { BlockReplay } from './blockReplay.ts'
import type { ReplayedBlock } from './replayedBlock.ts'
import { withTraceEngine } from './traceEngine.ts'

interface StoragePosition {
  readonly block: ReplayedBlock
  /** the transaction before which the storage is read; the block must have it, unless it is 0 */
  readonly index: number
  /** DATA, 20 bytes */
  readonly address: Hex
}

/** How the transactions of a block up to one of them have changed the storage of an account; undefined if not at all. */
export function storageBefore(
  environment: CallEnvironment,
  { block, index, address }: StoragePosition,
): Promise<Pick<PlainChange, 'isCleared' | 'slots'> | undefined> {
  const key = keccak256(fromHex(address))
  return withTraceEngine(environment, async (engine) => {
    const replay = await BlockReplay.start(engine, block)
    await replay.skipTo(index)
    const change = engine.state.changes().find((each) => Buffer.compare(each.key, key) === 0)
    return change && { isCleared: change.isCleared, slots: change.slots }
  })
}
