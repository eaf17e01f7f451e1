import { decodeArguments } from '../../params/arguments.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { endpointOf } from '../endpointOf.ts'
import { members, required } from '../params/members.ts'
import { text } from '../params/simple.ts'
import { wholeNumber } from '../params/wholeNumber.ts'

/**
 * Has the head follow that of another endpoint, or of the chain.
 *
 * 1. object with `behind`, the key of that endpoint, and `blocks`, how far behind it; or null: the head of the chain
 *
 * Result: null.
 */
export const ommer_setLag: ControlMethod = async (params, { endpoint, endpoints }) => {
  const [lag] = decodeArguments(params, [], [lagOptions])
  const wanted = lag && { behind: endpointOf(endpoints, lag.behind), by: lag.blocks }
  await endpoint.inTurn(() => {
    endpoint.lag = wanted
  })
}

function lagOptions(value: unknown, at: number) {
  const { behind, blocks } = members(value, at, ['behind', 'blocks'])
  return {
    behind: required('behind', behind, at, text),
    blocks: required('blocks', blocks, at, wholeNumber),
  }
}
