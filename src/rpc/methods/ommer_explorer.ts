import { encodeResult } from '../answer.ts'
import type { Method, MethodContext } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/**
 * What the explorer may offer to the client that asks: a page of another origin may change nothing, so for it `dev` and
 * `control` are false.
 */
export const ommer_explorer: Method = async (params, context) => {
  decodeArguments(params, [])
  const { client, clientVersion, dialect, key, service, view } = context
  const mayChange = client.changeProblem?.() === undefined
  return encodeResult({
    methods: 'all',
    dev: service.hasDev && mayChange,
    control: service.facts?.hasOpenControl === true && mayChange,
    chainId: view.chain.chainId,
    clientVersion,
    version: service.version,
    preset: service.facts?.preset ?? null,
    contracts: await countContracts(context),
    forks: view.chain.rules.forks.map(({ name, at }) => ({ name, ...at })),
    dialect: dialect.name,
    // A key authorises, so clients with another one of the endpoint do not see it.
    keys: [{ key, dialect: dialect.name }],
  })
}

/** Reads the blocks of a long chain in time slices. */
function countContracts({ service, view, runLong }: MethodContext): number | Promise<number> {
  const index = service.facts?.contractIndex
  if (index === undefined) return 0
  return runLong(async (pause) => {
    const { head, chain } = view
    await index.read(head, pause, chain.tree)
    return index.at(head, chain.tree).length
  })
}
