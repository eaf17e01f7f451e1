import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { closedObject, type Schema } from '../schemas/schema.ts'

const version: Schema = { type: 'string', pattern: '^1\\.0$' }

/** Those that a server may lack. */
const optional =
  'anvil debug erigon eth evm ganache hardhat net ommer ots personal tenderly testing trace txpool web3'.split(
    ' ',
  )

/** The namespaces of the methods that are served, each with version 1.0 (geth, rpc/server.go). */
export const rpc_modules = method({
  name: 'rpc_modules',
  set: 'all',
  does: 'reads',
  summary: 'The namespaces of the methods that are served, and their versions.',
  params: [],
  result: {
    name: 'modules',
    schema: closedObject(
      { rpc: version },
      Object.fromEntries(optional.map((name) => [name, version])),
    ),
  },
  run(_, { service: { methodNames } }) {
    const namespaces = new Set(methodNames.map((name) => name.replace(/[_.].*/, '')))
    return encodeResult(Object.fromEntries([...namespaces].sort().map((name) => [name, '1.0'])))
  },
})
