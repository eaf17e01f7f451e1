import { forkNames } from '../../chain/protocol/forks.ts'
import { plainNumber } from '../openrpc/blockPosition.ts'
import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, closedObject, orNull, type Schema } from '../openrpc/schema.ts'

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const forkName: Schema = { type: 'string', enum: forkNames }
const dialect: Schema = { type: 'string', enum: ['infura', 'geth'] }

export const description: MethodDescription = {
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
      forks: arrayOf({
        oneOf: [
          closedObject({ name: forkName, block: plainNumber }),
          closedObject({ name: forkName, timestamp: plainNumber }),
        ],
      }),
      dialect,
      keys: arrayOf(closedObject({ key: text, dialect })),
    }),
  },
  errors: [],
}
