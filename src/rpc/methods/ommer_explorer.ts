import { forkNames } from '../../chain/protocol/forks.ts'
import { dialectNames } from '../../endpoint/dialects/dialects.ts'
import { encodeResult } from '../answer.ts'
import { type MethodContext, method } from '../method.ts'
import { plainNumber } from '../schemas/blockPosition.ts'
import { arrayOf, closedObject, orNull, type Schema } from '../schemas/schema.ts'

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const forkName: Schema = { type: 'string', enum: forkNames }
const dialect: Schema = { type: 'string', enum: dialectNames }

/**
 * What the explorer may offer to the client that asks: a page of another origin may change nothing, so for it `dev` and
 * `control` are false.
 */
export const ommer_explorer = method({
  name: 'ommer_explorer',
  set: 'all',
  does: 'reads',
  summary: 'What the server offers to the explorer: its methods, and facts about the chain.',
  params: [],
  result: {
    name: 'facts',
    schema: closedObject({
      methods: { type: 'string', enum: ['core', 'all'] },
      dev: flag,
      control: flag,
      chainId: plainNumber,
      clientVersion: text,
      version: text,
      preset: orNull(text),
      contracts: plainNumber,
      artifacts: plainNumber,
      forks: arrayOf({
        oneOf: [
          closedObject({ name: forkName, block: plainNumber }),
          closedObject({ name: forkName, timestamp: plainNumber }),
        ],
      }),
      dialect,
      dialectMethods: arrayOf(text),
      keys: arrayOf(closedObject({ key: text, dialect })),
    }),
  },
  errors: [],
  run: async (_, context) => {
    const { client, dialect, endpoint, key, service, view } = context
    const { isGenerated, spec } = endpoint.chain.base
    const mayChange = client.changeProblem?.() === undefined
    return encodeResult({
      methods: 'all',
      dev: service.hasDev && mayChange,
      control: service.facts?.hasOpenControl === true && mayChange,
      chainId: view.chain.chainId,
      clientVersion: service.clientVersion,
      version: service.version,
      preset: isGenerated ? spec.preset : null,
      contracts: await countContracts(context),
      artifacts: service.facts?.artifacts?.artifacts.length ?? 0,
      forks: view.chain.rules.forks.map(({ name, at }) => ({ name, ...at })),
      dialect: dialect.name,
      dialectMethods: [...service.methods.values()]
        .filter(({ differsByDialect }) => differsByDialect)
        .map(({ name }) => name),
      // A key authorises, so clients with another one of the endpoint do not see it.
      keys: [{ key, dialect: dialect.name }],
    })
  },
})

/** Reads the blocks of a long chain in time slices. */
function countContracts({ endpoint, view, runLong }: MethodContext): number | Promise<number> {
  const index = endpoint.chain.base.contractIndex
  return runLong(async (pause) => {
    const { head, chain } = view
    await index.read(head, pause, chain.tree)
    return index.at(head, chain.tree).length
  })
}
