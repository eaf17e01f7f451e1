import { type Hex, toHex } from '../../../../../src/primitives/hex.ts'
import type { Random } from '../../../../../src/primitives/random.ts'
import { blockParameter } from '../../states/blockParameter.ts'
import type { StateRequest } from '../../states/request.ts'
import { spelling } from '../../states/requests/reads.ts'
import type { Subjects } from '../../states/subjects.ts'

/** `eth_getProof` of accounts, contracts and slots, those that do not exist included. */
export function* proofs(
  { block, accounts, contracts, slots }: Subjects,
  random: Random,
): Generator<StateRequest> {
  const keys = new Map<Hex, string[]>(contracts.map(({ address }) => [address, []]))
  for (const address of accounts) keys.set(address, [])
  for (const { address, slot } of slots) {
    keys.set(address, [...(keys.get(address) ?? []), spelling(slot, random)])
  }
  keys.set(toHex(random.bytes(20)), [toHex(random.bytes(32))])
  for (const [address, own] of keys) {
    const absent = random.chance(1, 3) ? ['0x0', '0x1', toHex(random.bytes(32))] : []
    const params = [address, [...own, ...absent], blockParameter(block, random)]
    yield { method: 'eth_getProof', params }
  }
  const wrong = random.pick(['0x', 'x', `0x${'11'.repeat(33)}`, '0xzz', '', '0X1', '01'])
  const [address] = accounts
  yield { method: 'eth_getProof', params: [address, [wrong], blockParameter(block, random)] }
  yield {
    method: 'eth_getProof',
    params: [address, ['0x1', '0x01', '1'], blockParameter(block, random)],
  }
}
