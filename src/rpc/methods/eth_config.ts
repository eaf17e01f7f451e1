import { headerTimestamp } from '../../chain/encoding/decode/headerTimestamp.ts'
import type { ForkName } from '../../chain/protocol/forks.ts'
import { precompilesOf } from '../../chain/protocol/precompiles.ts'
import { encodeResult } from '../answer.ts'
import { RequestError } from '../errors.ts'
import { forkConfigs, systemContractsOf } from '../forkConfig.ts'
import { method } from '../method.ts'
import { closedObject, nullSchema, orNull, ref, type Schema } from '../schemas/schema.ts'

const count: Schema = { type: 'integer', minimum: 0 }

/** An object that has an address for each name in another. */
const addresses = (named: object) =>
  closedObject(Object.fromEntries(Object.keys(named).map((name) => [name, ref('Address')])))

/** The forks that changed which fields the configuration has. */
const forks: readonly ForkName[] = ['shanghai', 'cancun', 'prague', 'osaka', 'amsterdam']

const config: Schema = orNull({
  oneOf: forks.map((fork) =>
    closedObject({
      activationTime: {
        ...count,
        description: 'In seconds since 1970; 0 if the fork is active at genesis.',
      },
      blobSchedule:
        fork === 'shanghai'
          ? nullSchema
          : closedObject({ target: count, max: count, baseFeeUpdateFraction: count }),
      chainId: ref('Quantity'),
      forkId: {
        description: 'The FORK_HASH of EIP-6122.',
        type: 'string',
        pattern: '^0x[0-9a-f]{8}$',
      },
      precompiles: addresses(precompilesOf(fork)),
      systemContracts: addresses(systemContractsOf(fork, {})),
    }),
  ),
})

/** The configuration of the current, the next and the last fork (EIP-7910). */
export const eth_config = method({
  name: 'eth_config',
  set: 'all',
  does: 'reads',
  summary: 'The configuration of forks (EIP-7910).',
  params: [],
  result: {
    name: 'config',
    schema: closedObject({
      current: { ...config, description: 'The fork of the head; null before Shanghai.' },
      next: { ...config, description: 'The fork after it; null if there is none.' },
      last: { ...config, description: 'The last fork; null if none comes after the current one.' },
    }),
  },
  errors: ['SERVER_ERROR'],
  run: (_, { view }) => {
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
  },
})
