import type { SealedBlock } from '../chain/encoding/block.ts'
import { headerTimestamp } from '../chain/encoding/decode/headerTimestamp.ts'
import { type ForkPoint, type ForkSchedule, forkAt, forkNames } from '../chain/protocol/forks.ts'

/**
 * The fork of the head, and those that come: `bpo2, then amsterdam at time 1777594398`. Of forks that begin together only
 * the last one is named.
 */
export function forksText(forks: ForkSchedule, head: Pick<SealedBlock, 'number' | 'rlp'>): string {
  const current = forkAt(forks, head.number, headerTimestamp(head))
  const coming = forks
    .filter(({ name }) => forkNames.indexOf(name) > forkNames.indexOf(current))
    .map(({ name, at }) => ({ name, start: show(at) }))
  const last = coming.filter(({ start }, index) => start !== coming[index + 1]?.start)
  return [current, ...last.map(({ name, start }) => `${name} at ${start}`)].join(', then ')
}

function show(at: ForkPoint): string {
  return 'block' in at ? `block ${at.block}` : `time ${at.timestamp}`
}
