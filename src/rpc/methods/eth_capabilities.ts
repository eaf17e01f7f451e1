import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** Which data the service has, and from which block on (execution-apis). */
export const eth_capabilities: Method = (params, { view: { head, chain } }) => {
  decodeArguments(params, [])
  const { states, tree } = chain
  const kept = { disabled: false, oldestBlock: toQuantity(tree.first.number) }
  const nothing = { disabled: true }
  const state = states.areAvailable ? kept : nothing
  return encodeResult({
    head: { number: toQuantity(head.number), hash: head.hash },
    state,
    tx: kept,
    logs: kept,
    receipts: kept,
    blocks: kept,
    stateproofs: state,
  })
}
