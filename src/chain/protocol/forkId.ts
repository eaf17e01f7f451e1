import { crc32 } from '../../primitives/crc32.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import type { Rules } from './rules.ts'

/**
 * The FORK_HASH of a chain: the CRC-32 checksum of the genesis hash and of each fork's block number or time, without
 * repetitions and forks that are active at genesis (EIP-2124, EIP-6122).
 *
 * @param time in seconds since 1970: later forks do not count. Those by block number all count, because chains have
 *   these before they have any by time
 * @returns DATA, 4 bytes
 */
export function forkHash(
  {
    forks,
    genesisTimestamp,
    forkIdBlocks,
  }: Pick<Rules, 'forks' | 'genesisTimestamp' | 'forkIdBlocks'>,
  genesisHash: Hex,
  time: number,
): Hex {
  const blocks = forkIdBlocks ?? forks.flatMap(({ at }) => ('block' in at ? [at.block] : []))
  const times = forks.flatMap(({ at }) => ('timestamp' in at ? [at.timestamp] : []))
  const counted = [
    ...inOrder(blocks).filter((block) => block > 0),
    ...inOrder(times).filter((each) => each > genesisTimestamp && each <= time),
  ]
  const sum = counted.reduce(
    (before, fork) => crc32(uint64(fork), before),
    crc32(fromHex(genesisHash)),
  )
  return `0x${sum.toString(16).padStart(8, '0')}`
}

function inOrder(forks: readonly number[]): number[] {
  return [...new Set(forks)].sort((one, other) => one - other)
}

/** 8 bytes, big-endian. */
function uint64(value: number): Uint8Array {
  return fromHex(`0x${value.toString(16).padStart(16, '0')}`)
}
