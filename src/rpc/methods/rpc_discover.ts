import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** What the service offers (https://spec.open-rpc.org): an OpenRPC document. */
export const rpc_discover: Method = (params, { dialect, discovery }) => {
  decodeArguments(params, [])
  return discovery.answer(dialect.name)
}
