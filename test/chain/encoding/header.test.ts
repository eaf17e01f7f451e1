import { createBlockHeader } from '@ethereumjs/block'
import { expect, it } from 'vitest'
import { headerFieldNames, headerFields, headerItem } from '../../../src/chain/encoding/header.ts'
import { createCommon } from '../../../src/chain/protocol/common.ts'
import {
  type ForkName,
  forkNames,
  isAtLeast,
  isScheduledByTime,
} from '../../../src/chain/protocol/forks.ts'

/** A header as @ethereumjs encodes it. */
function stockItems(fork: ForkName): Uint8Array[] {
  const forks = forkNames
    .slice(0, forkNames.indexOf(fork) + 1)
    .map((name) => ({ name, at: isScheduledByTime(name) ? { timestamp: 0 } : { block: 0 } }))
  const rules = { chainId: 1, genesisTimestamp: 0, forks }
  return createBlockHeader(
    { extraData: '0x11', nonce: '0x2222222222222222' },
    {
      common: createCommon(rules, fork),
      skipConsensusFormatValidation: true,
    },
  ).raw()
}

it.each(forkNames)('has as many fields under %s as a stock header', (fork) => {
  const known = headerFieldNames.filter((name) => {
    const { since } = headerFields[name]
    return since === undefined || isAtLeast(fork, since)
  })
  expect(stockItems(fork)).toHaveLength(known.length)
  expect(known).toEqual(headerFieldNames.slice(0, known.length))
})

it('finds a field among the items of a header', () => {
  const items = stockItems('prague')
  expect(headerItem(items, 'extraData')).toEqual(Uint8Array.of(0x11))
  expect(headerItem(items, 'nonce')).toEqual(new Uint8Array(8).fill(0x22))
  expect(headerItem(items, 'requestsHash')).toHaveLength(32)
})

it('reads a field that the fork lacks as empty bytes', () => {
  expect(headerItem(stockItems('paris'), 'requestsHash')).toHaveLength(0)
})
