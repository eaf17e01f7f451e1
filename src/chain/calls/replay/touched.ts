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
  /** hashes of the codes that it reads, in hex without prefix: also those that accounts get in it and that it reads then */
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
  /** also codes that are deployed: the engine looks whether it has them already */
  const lookedUp = new Set<string>()
  let oldestHash: number | undefined
  const recording: CallEnvironment = {
    ...environment,
    code(name) {
      lookedUp.add(name)
      return environment.code(name)
    },
    blockHash(number) {
      oldestHash = Math.min(number, oldestHash ?? number)
      return environment.blockHash(number)
    },
  }
  /** codes that accounts get in the block, such as delegations, and that it reads then */
  const readWhenNew = new Set<string>()
  const names = await withTraceEngine(recording, async (engine) => {
    const read = new Set<string>()
    engine.onCodeRead = (name) => read.add(name)
    const replay = await BlockReplay.start(engine, block)
    await replay.skipTo(replay.transactionCount)
    const { context } = replay
    if (isAtLeast(context.fork, 'prague')) {
      const { standardPrecompiles } = await engine.evmFor(context)
      const precompiles = new Map(standardPrecompiles)
      // Deposits are logs, which change no state.
      await collectRequests({ engine, context, precompiles, tracer: {} }, [])
    }
    for (const [name] of engine.newCodes) if (read.has(name)) readWhenNew.add(name)
    return engine.state.touched()
  })
  const codes = new Set(readWhenNew)
  for (const { address, code } of names) {
    if (code === undefined) continue
    // Most calls of system contracts are made without their code, but count as reading it.
    if (lookedUp.has(code) || systemAddresses.has(address)) codes.add(code)
  }
  return { names, codes, oldestHash }
}
