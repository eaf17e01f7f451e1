import type { SealedBlock } from '../chain/encoding/block.ts'
import { headerTimestamp } from '../chain/encoding/decode/headerTimestamp.ts'
import { type ForkPoint, type ForkSchedule, forkAt, forkNames } from '../chain/protocol/forks.ts'

/**
 * The fork of the head, and those that come: `bpo2, then amsterdam at 2026-05-01T00:13:18Z`. Of forks that begin together
 * only the last one is named.
 */
export function forksText(forks: ForkSchedule, head: Pick<SealedBlock, 'number' | 'rlp'>): string {
  const current = forkAt(forks, head.number, headerTimestamp(head))
  const coming = forks.filter(({ name }) => forkNames.indexOf(name) > forkNames.indexOf(current))
  const last = coming.filter(({ at }, index) => !isSame(at, coming[index + 1]?.at))
  return [current, ...last.map(({ name, at }) => `${name} at ${when(at)}`)].join(', then ')
}

function isSame(one: ForkPoint, other: ForkPoint | undefined): boolean {
  return other !== undefined && when(one) === when(other)
}

function when(at: ForkPoint): string {
  if ('block' in at) return `block ${at.block}`
  return new Date(at.timestamp * 1000).toISOString().replace('.000', '')
}
