import type { Random } from '../../../../../src/primitives/random.ts'
import { blockParameter } from '../blockParameter.ts'
import { fullCallOf, plainCallOf } from '../callObjects.ts'
import type { StateRequest } from '../request.ts'
import { sample } from '../sampleBlocks.ts'
import type { Subjects } from '../subjects.ts'

/** How many transactions of a block are run again to find their gas and access lists, which takes many runs each. */
const REPEATED = 6

/** Every transaction of a block as a call on the state before it; for some of them also gas and access lists. */
export function* transactionCalls(
  { block, parent }: Subjects,
  random: Random,
): Generator<StateRequest> {
  for (const transaction of block.transactions) {
    const plain = plainCallOf(transaction)
    yield { method: 'eth_call', params: [plain, blockParameter(parent, random)] }
    yield { method: 'eth_call', params: [fullCallOf(transaction), blockParameter(parent, random)] }
  }
  for (const transaction of sample(block.transactions, REPEATED, random)) {
    const { gas, nonce, ...withFees } = fullCallOf(transaction)
    const calls = [plainCallOf(transaction), withFees, { ...withFees, gas, nonce }]
    for (const method of ['eth_estimateGas', 'eth_createAccessList']) {
      yield { method, params: [plainCallOf(transaction), blockParameter(parent, random)] }
      yield { method, params: [random.pick(calls), blockParameter(parent, random)] }
    }
    // On the state that the transaction itself has changed.
    const after = blockParameter(block, random)
    yield { method: 'eth_estimateGas', params: [random.pick(calls), after] }
  }
}
