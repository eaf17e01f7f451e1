import { accountAt, codeOf } from '../../chain/state/stateReads.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { addresses } from '../params/addresses.ts'
import { plainNumber } from '../schemas/blockPosition.ts'
import { arrayOf, closedObject, orNull } from '../schemas/schema.ts'
import { answerFromState } from '../stateAnswers.ts'

/** The names and ABIs of contracts whose code is that of an artifact: each artifact once, and for each address its index. */
export const ommer_contracts = method({
  name: 'ommer_contracts',
  set: 'all',
  does: 'reads',
  summary:
    'The names and ABIs of contracts whose code is that of an artifact; null for all others.',
  params: [addresses],
  result: {
    name: 'found',
    schema: closedObject({
      artifacts: arrayOf(
        closedObject({ name: { type: 'string' }, abi: arrayOf({ type: 'object' }) }),
      ),
      contracts: arrayOf(orNull(plainNumber)),
    }),
  },
  errors: ['SERVER_ERROR'],
  run: ([wanted], context) => {
    const { artifacts } = context.service.facts ?? {}
    if (artifacts === undefined) {
      return encodeResult({ artifacts: [], contracts: wanted.map(() => null) })
    }
    return answerFromState(context, 'latest', async (state) => {
      const codes = await context.view.chain.states.codes()
      const found = wanted.map((address) =>
        artifacts.ofRuntime(codeOf(accountAt(state, address), codes)),
      )
      const known = [...new Set(found.filter((artifact) => artifact !== undefined))]
      return encodeResult({
        artifacts: known.map(({ name, abi }) => ({ name, abi })),
        contracts: found.map((artifact) => (artifact ? known.indexOf(artifact) : null)),
      })
    })
  },
})
