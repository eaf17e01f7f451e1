import { blobSchedule } from '../../../src/chain/protocol/blobGas.ts'
import type { ForkName } from '../../../src/chain/protocol/forks.ts'
import { forkNames, isAtLeast, isScheduledByTime } from '../../../src/chain/protocol/forks.ts'
import { forkKeys } from '../../../src/formats/hive/gethConfig.ts'

/** The options of a chain; hivechain has the same. */
export interface ForkSet {
  readonly length: number
  /** the distance between two forks, in blocks; forks that do not fit are activated at the last block */
  readonly interval: number
  /** every fork up to the merge is active at genesis */
  readonly merged?: boolean
  readonly lastFork?: ForkName
}

const BLOCK_SECONDS = 10
const CHAIN_ID = 3_503_995_874_084_926

export function nameOfSet({ length, interval, merged, lastFork }: ForkSet): string {
  return `${length} blocks, a fork every ${interval}${merged ? ', merged' : ''}${lastFork ? `, up to ${lastFork}` : ''}`
}

/** The sets to test: every interval, every last fork, and several lengths, each merged and not. */
export function forkSets(): ForkSet[] {
  const range = (count: number) => [...Array(count).keys()]
  return [false, true].flatMap((merged): ForkSet[] => [
    ...range(21).map((interval) => ({ length: 54, interval, merged })),
    ...forkNames
      .slice(1)
      .flatMap((lastFork) =>
        [0, 1, 3].map((interval) => ({ length: 45, interval, merged, lastFork })),
      ),
    ...[0, 1, 2, 3, 10, 100].flatMap((length) =>
      [0, 2, 6].map((interval) => ({ length, interval, merged })),
    ),
  ])
}

/** geth's genesis.json for a set, without the accounts. */
export function genesisOf({
  length,
  interval,
  merged = false,
  lastFork = 'amsterdam',
}: ForkSet): object {
  const wanted = forkNames.slice(1, forkNames.indexOf(lastFork) + 1)
  const spread = wanted.filter((fork) => !merged || isAtLeast(fork, 'shanghai'))
  const points = wanted.map((fork): [string, number] => {
    const index = spread.indexOf(fork)
    const block = index === -1 ? 0 : Math.min(index * interval, length)
    const key = forkKeys[fork as keyof typeof forkKeys]
    return [key, isScheduledByTime(fork) ? block * BLOCK_SECONDS : block]
  })
  const config = Object.fromEntries(points)
  const blobs = Object.entries(blobSchedule).filter(([fork]) => wanted.includes(fork as ForkName))
  return {
    config: {
      chainId: CHAIN_ID,
      ...config,
      ...(config.eip158Block !== undefined && { eip155Block: config.eip158Block }),
      terminalTotalDifficulty: 131_072,
      ethash: {},
      ...(blobs.length > 0 && { blobSchedule: Object.fromEntries(blobs) }),
    },
    timestamp: '0x0',
    extraData: '0x',
    gasLimit: '0x1c9c380',
    difficulty: '0x20000',
    ...(config.londonBlock === 0 && { baseFeePerGas: '0x3b9aca00' }),
    alloc: {},
  }
}
