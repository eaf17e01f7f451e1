import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** Describes the service: an OpenRPC document (https://spec.open-rpc.org). */
export const rpc_discover: Method = (params, { dialect, discovery }) => {
  decodeArguments(params, [])
  return discovery.answer(dialect.name)
}
