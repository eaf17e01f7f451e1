import { accountAt, codeOf } from '../../chain/state/stateReads.ts'
import type { Hex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { addresses } from '../params/addresses.ts'
import { arrayOf, closedObject, orNull } from '../schemas/schema.ts'
import { answerFromState } from '../stateAnswers.ts'

/** The names and ABIs of contracts whose code is that of an artifact; null for all others. */
export const ommer_contracts = method({
  name: 'ommer_contracts',
  set: 'all',
  does: 'reads',
  summary:
    'The names and ABIs of contracts whose code is that of an artifact; null for all others.',
  params: [addresses],
  result: {
    name: 'contracts',
    schema: arrayOf(
      orNull(closedObject({ name: { type: 'string' }, abi: arrayOf({ type: 'object' }) })),
    ),
  },
  errors: ['SERVER_ERROR'],
  run: ([wanted], context) => {
    const { artifacts } = context.service.facts ?? {}
    if (artifacts === undefined) return encodeResult(wanted.map(() => null))
    return answerFromState(context, 'latest', async (state) => {
      const codes = await context.view.chain.states.codes()
      const found = wanted.map((address) =>
        artifacts.ofRuntime(codeOf(accountAt(state, address.toLowerCase() as Hex), codes)),
      )
      return encodeResult(
        found.map((artifact) => (artifact ? { name: artifact.name, abi: artifact.abi } : null)),
      )
    })
  },
})
