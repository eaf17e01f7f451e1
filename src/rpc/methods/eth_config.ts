import { headerTimestamp } from '../../chain/encoding/decode/headerTimestamp.ts'
import { encodeResult } from '../answer.ts'
import { RequestError } from '../errors.ts'
import { forkConfigs } from '../forkConfig.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** The configuration of the current, the next and the last fork (EIP-7910). */
export const eth_config: Method = (params, { view }) => {
  decodeArguments(params, [])
  const genesis = view.blockByNumber(0)
  if (genesis === undefined) {
    // A part of a chain.
    throw new RequestError('SERVER_ERROR', 'unable to load genesis: header not found')
  }
  const { rules } = view.chain
  if (rules.inferred !== undefined) {
    const problem = 'a recording does not show when forks begin, so the configuration is unknown'
    throw new RequestError('SERVER_ERROR', problem)
  }
  return encodeResult(forkConfigs(rules, genesis.hash, headerTimestamp(view.head)))
}
