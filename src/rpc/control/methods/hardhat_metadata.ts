import * as v from 'valibot'
import type { Endpoint } from '../../../endpoint/endpoint.ts'
import { instanceIdOf } from '../../../moves/instanceId.ts'
import { blockPosition } from '../../../moves/results.ts'
import { type Hex, toQuantity } from '../../../primitives/hex.ts'
import { nonEmptyString, object, wholeNumber } from '../../../primitives/input.ts'
import { type ControlContext, type ControlMethod, controlMethod } from '../controlMethod.ts'

/** How many are listed: an endpoint may have 100,000. */
const SNAPSHOTS_MAX = 1000

const { hash } = blockPosition.entries

/** What both tools say: plugins read it to tell one run of a node from the next. */
const metadata = {
  clientVersion: nonEmptyString,
  chainId: wholeNumber(0),
  instanceId: hash,
  latestBlockNumber: wholeNumber(0),
  latestBlockHash: hash,
}

export const hardhat_metadata: ControlMethod = controlMethod({
  summary: 'Returns which run of the endpoint this is, and its head, as Hardhat does.',
  parameters: [],
  result: { name: 'metadata', schema: object(metadata) },
  call: (_, context) => metadataOf(context),
})

export const anvil_metadata: ControlMethod = controlMethod({
  summary: 'Returns which run of the endpoint this is, its head and its snapshots, as Anvil does.',
  parameters: [],
  result: {
    name: 'metadata',
    schema: object({
      ...metadata,
      snapshots: v.record(v.string(), v.tuple([wholeNumber(0), hash])),
    }),
  },
  call: (_, context) => ({ ...metadataOf(context), snapshots: snapshotsOf(context.endpoint) }),
})

function metadataOf({ endpoint, endpoints }: ControlContext) {
  const { head, chain } = endpoint
  return {
    clientVersion: endpoints.clientVersion,
    chainId: chain.chainId,
    instanceId: instanceIdOf(endpoint),
    latestBlockNumber: head.number,
    latestBlockHash: head.hash,
  }
}

/** The heads that the newest snapshots restore, by id. */
function snapshotsOf({ snapshots }: Endpoint) {
  const heads: Record<string, readonly [number, Hex]> = {}
  const lastId = snapshots?.lastId ?? 0
  for (let id = Math.max(1, lastId - SNAPSHOTS_MAX + 1); id <= lastId; id++) {
    const head = snapshots?.get(id)?.head
    if (head !== undefined) heads[toQuantity(id)] = [head.number, head.hash]
  }
  return heads
}
