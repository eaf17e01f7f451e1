import { toQuantity } from '../../../../../src/primitives/hex.ts'
import type { Random } from '../../../../../src/primitives/random.ts'
import { blockParameter } from '../../states/blockParameter.ts'
import type { StateRequest } from '../../states/request.ts'
import type { Subjects } from '../../states/subjects.ts'

const RAW_OF_BLOCK = ['debug_getRawHeader', 'debug_getRawBlock', 'debug_getRawReceipts']

/** `debug_getRaw*`, `eth_getRawTransaction*`, `eth_getHeaderBy*` and the witness of a block. */
export function* rawBytes({ block }: Subjects, random: Random): Generator<StateRequest> {
  for (const method of RAW_OF_BLOCK) yield { method, params: [blockParameter(block, random)] }
  const byNumber = 'eth_getRawTransactionByBlockNumberAndIndex'
  const byHash = 'eth_getRawTransactionByBlockHashAndIndex'
  for (const [at, { hash }] of [...block.transactions, { hash: block.hash }].entries()) {
    yield { method: 'debug_getRawTransaction', params: [hash] }
    yield { method: 'eth_getRawTransactionByHash', params: [hash] }
    yield { method: byNumber, params: [toQuantity(block.header.number), toQuantity(at)] }
    yield { method: byHash, params: [block.hash, toQuantity(at)] }
  }
  yield { method: 'debug_executionWitness', params: [blockParameter(block, random)] }
  yield { method: 'eth_getHeaderByNumber', params: [toQuantity(block.header.number)] }
  yield { method: 'eth_getHeaderByHash', params: [block.hash] }
}
