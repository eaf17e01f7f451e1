import * as v from 'valibot'
import { quantity } from '../../../moves/stateParameters.ts'
import { RequestError } from '../../errors.ts'
import { controlMethod } from '../controlMethod.ts'

export const anvil_setChainId = controlMethod({
  summary: 'Accepts the chain id that the chain has: blocks and signatures depend on it.',
  parameters: [quantity('chainId', 'That of the chain.')],
  result: { name: 'nothing', schema: v.null() },
  call([chainId], { endpoint }) {
    const { chainId: own } = endpoint.chain
    if (BigInt(chainId) === BigInt(own)) return null
    throw new RequestError(
      'OPERATION_REFUSED',
      `the chain id is ${own} from genesis on: the option --chain-id (chainId of the spec) sets it`,
    )
  },
})
