import { fromHex, toHex } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import { systemContracts } from '../../contracts/system.ts'
import { isAtLeast } from '../../protocol/forks.ts'
import type { TouchedName } from '../../state/touchedName.ts'
import type { CallEnvironment } from '../callEnvironment.ts'
import { collectRequests } from '../simulate/systemCalls.ts'
import { BlockReplay } from './blockReplay.ts'
import type { ReplayedBlock } from './replayedBlock.ts'
import { withTraceEngine } from './traceEngine.ts'

const systemAddresses: ReadonlySet<string> = new Set(systemContracts.map(({ address }) => address))

/** What a block reads of the state before it, and of its ancestors. */
export interface Touched {
  /** addresses and slots: the tries have only their hashes */
  readonly names: readonly TouchedName[]
  /** hashes of codes in hex without prefix */
  readonly codes: ReadonlySet<string>
  /** the number of the oldest ancestor whose hash code has asked for; undefined if it has for none */
  readonly oldestHash: number | undefined
}

/**
 * Runs a block again to learn what it reads. Recipients of withdrawals and rewards are not among the names, because the
 * block has them.
 */
export async function touched(
  environment: CallEnvironment,
  { block }: { readonly block: ReplayedBlock },
): Promise<Touched> {
  const codes = new Set<string>()
  let oldestHash: number | undefined
  const recording: CallEnvironment = {
    ...environment,
    code(name) {
      codes.add(name)
      return environment.code(name)
    },
    blockHash(number) {
      oldestHash = Math.min(number, oldestHash ?? number)
      return environment.blockHash(number)
    },
  }
  const names = await withTraceEngine(recording, async (engine) => {
    const replay = await BlockReplay.start(engine, block)
    await replay.skipTo(replay.transactionCount)
    const { context } = replay
    if (isAtLeast(context.fork, 'prague')) {
      const { standardPrecompiles } = await engine.evmFor(context)
      const precompiles = new Map(standardPrecompiles)
      // Deposits are logs, which change no state.
      await collectRequests({ engine, context, precompiles, tracer: {} }, [])
    }
    const found = engine.state.touched()
    // Calls of system contracts do not run their code, and nothing else touches these in most blocks.
    for (const { address } of found) {
      if (!systemAddresses.has(address)) continue
      const account = environment.state.get(keccak256(fromHex(address)))
      if (account !== undefined) codes.add(toHex(account.codeHash).slice(2))
    }
    return found
  })
  return { names, codes, oldestHash }
}
