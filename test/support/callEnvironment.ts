import type { CallEnvironment } from '../../src/chain/calls/callEnvironment.ts'
import { chainEnvironment } from '../../src/chain/calls/chainEnvironment.ts'
import type { Chain } from '../../src/chain/chain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { type Meter, unmetered } from '../../src/chain/execution/meter.ts'
import { type ForkName, forkNames, isScheduledByTime } from '../../src/chain/protocol/forks.ts'
import { fromHex, type Hex } from '../../src/primitives/hex.ts'

/** The state after a block of a chain, for calls. */
export async function environmentAfter(
  chain: Pick<Chain, 'rules' | 'states' | 'tree'>,
  block: SealedBlock = chain.tree.head,
  meter?: Meter,
): Promise<CallEnvironment> {
  const { rules, states, tree } = chain
  const [state, codes] = await Promise.all([states.after(block), states.codes()])
  return chainEnvironment({ rules, block, state, codes, tree, meter })
}

/** An empty state under the rules of a fork. */
export function emptyEnvironment(fork: ForkName): CallEnvironment {
  const forks = forkNames
    .slice(0, forkNames.indexOf(fork) + 1)
    .map((name) => ({ name, at: isScheduledByTime(name) ? { timestamp: 0 } : { block: 0 } }))
  const zeros = new Uint8Array(32)
  const hash: Hex = `0x${'00'.repeat(32)}`
  return {
    rules: { chainId: 1337, genesisTimestamp: 0, forks },
    block: { number: 0, hash, parentHash: hash, rlp: fromHex('0xc0') },
    state: { get: () => undefined },
    code: () => undefined,
    blockHash: () => zeros,
    nextStateRoot: () => zeros,
    hasExactRoot: () => true,
    meter: unmetered,
  }
}
