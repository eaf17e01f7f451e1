import { type ForkName, forkNames } from '../../../chain/protocol/forks.ts'
import { LARGEST_NUMBER, tags } from '../../blockNames.ts'
import type { SampleBlock } from '../samples.ts'
import { fixedCase, type TranscriptCase } from '../transcriptCase.ts'
import {
  acceptedForReceiptsOnly,
  refusedBlockNumbers,
  refusedCounts,
  refusedFlags,
} from './refusedArguments.ts'

export const eth_getBlockByNumber: readonly TranscriptCase[] = [
  ['get-genesis', 'gets block number zero', ({ genesis }) => full(genesis)],
  [
    'get-block-n',
    'gets a block and its transactions',
    ({ blocks }) => full(blocks.withTransactions),
  ],
  [
    'get-block-n-hashes',
    'gets a block and the hashes of its transactions',
    ({ blocks }) => brief(blocks.withTransactions),
  ],
  ['get-block-head', 'gets the last block by its number', ({ head }) => full(head)],
  ['get-empty-block', 'gets a block without transactions', ({ blocks }) => full(blocks.empty)],
  ['get-block-with-uncles', 'gets a block with an uncle', ({ blocks }) => full(blocks.withUncle)],
  [
    'get-block-with-two-uncles',
    'gets a block with two uncles',
    ({ blocks }) => full(blocks.withTwoUncles),
  ],
  [
    'get-block-with-withdrawals',
    'gets a block with withdrawals',
    ({ blocks }) => full(blocks.withWithdrawals),
  ],
  ...forkNames.map(forkCase),
  ...tags.flatMap((tag) => [
    fixedCase(`get-${tag}`, `gets the block with tag "${tag}"`, tag, true),
    fixedCase(
      `get-${tag}-hashes`,
      `gets the block with tag "${tag}" and the hashes of its transactions`,
      tag,
      false,
    ),
  ]),
  [
    'get-block-notfound',
    'requests the number after that of the last block',
    ({ above }) => [above, true],
  ],
  [
    'get-block-before-first',
    'requests the number before that of the first block',
    ({ below }) => below && [below, true],
  ],
  fixedCase(
    'get-block-far-above',
    'requests the largest number that there is',
    LARGEST_NUMBER,
    true,
  ),
  ...refusedCounts('latest', true),
  ...refusedBlockNumbers(true),
  ...acceptedForReceiptsOnly(true),
  ...refusedFlags('latest'),
]

/** As execution-apis names them: Paris is `merge`. */
function forkCase(fork: ForkName): TranscriptCase {
  const name =
    fork === 'paris' ? 'merge' : fork.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return [
    `get-block-${name}-fork`,
    `requests a block at the ${name} fork`,
    ({ forks }) => brief(forks[fork]),
  ]
}

function full(block: SampleBlock | undefined): readonly unknown[] | undefined {
  return block && [block.number, true]
}

function brief(block: SampleBlock | undefined): readonly unknown[] | undefined {
  return block && [block.number, false]
}
