import type { Hex } from '../../../../../src/primitives/hex.ts'
import type { Random } from '../../../../../src/primitives/random.ts'
import { blockParameter } from '../blockParameter.ts'
import type { StateRequest } from '../request.ts'
import type { Subjects } from '../subjects.ts'

/** Balances, nonces, code and storage after a block. */
export function* reads(subjects: Subjects, random: Random): Generator<StateRequest> {
  const { block, accounts, contracts, slots } = subjects
  const at = () => blockParameter(block, random)
  const addresses = [...accounts, ...contracts.map(({ address }) => address)]
  for (const address of new Set(addresses)) {
    for (const method of ['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode']) {
      yield { method, params: [address, at()] }
    }
  }
  for (const { address, slot } of slots) {
    yield { method: 'eth_getStorageAt', params: [address, spelling(slot, random), at()] }
  }
  const request: Record<Hex, Hex[]> = {}
  for (const { address, slot } of slots) {
    request[address] ??= []
    request[address].push(slot)
  }
  yield { method: 'eth_getStorageValues', params: [request, at()] }
}

/** A slot as clients write it: with or without its leading zeros and its prefix. */
export function spelling(slot: Hex, random: Random): string {
  const short = slot.replace(/^0x0*(?=.)/, '')
  return random.pick([slot, slot, `0x${short}`, short, slot.slice(2)])
}
