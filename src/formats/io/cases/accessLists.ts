import { NOT_FOUND_HASH, tags } from '../../blockNames.ts'
import type { Samples } from '../samples.ts'
import { fixedCase, type TranscriptCase } from '../transcriptCase.ts'
import { refusedBlockNumbers, refusedCounts } from './refusedArguments.ts'

/**
 * Cases of a method that returns access lists (EIP-7928). Only chains with such lists have them.
 *
 * @param unknown what the response to an unknown block is: null, or an error
 */
export function accessListCases(unknown: 'null' | 'error'): readonly TranscriptCase[] {
  const missing = unknown === 'null' ? 'get' : 'error'
  const cases: readonly TranscriptCase[] = [
    [
      'get-first',
      'gets the list of the first block that has one',
      ({ blocks }) => numberOf(blocks.withAccessList),
    ],
    [
      'get-by-hash',
      'gets the list of a block by its hash',
      ({ blocks }) => blocks.withAccessList && [blocks.withAccessList.hash],
    ],
    [
      'get-object-hash',
      'gets the list of a block by an object with its hash (EIP-1898)',
      ({ head }) => [{ blockHash: head.hash }],
    ],
    ['get-head', 'gets the list of the last block', ({ head }) => [head.number]],
    ...tags.map((tag) => fixedCase(`get-${tag}`, `gets the list of block ${tag}`, tag)),
    [
      'get-side-block',
      'gets the list of a block that is not on the main branch',
      ({ sideBlockWithAccessList }) => sideBlockWithAccessList && [sideBlockWithAccessList],
    ],
    [
      'error-before-fork',
      'requests the list of a block from before Amsterdam',
      ({ blocks }) => numberOf(blocks.withoutAccessList),
    ],
    [
      `${missing}-above-head`,
      'requests the number after that of the last block',
      ({ above }) => [above],
    ],
    fixedCase(`${missing}-notfound`, 'requests a hash that no block has', NOT_FOUND_HASH),
    ...refusedCounts('latest'),
    ...refusedBlockNumbers(),
  ]
  return cases.map(([name, shows, params]) => [
    name,
    shows,
    (samples: Samples) => samples.blocks.withAccessList && params(samples),
  ])
}

function numberOf(block: Samples['head'] | undefined): readonly unknown[] | undefined {
  return block && [block.number]
}
