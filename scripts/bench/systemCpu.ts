import { readdirSync, readFileSync } from 'node:fs'

/** Hundredths of a second, on every Linux that Node supports. */
const TICKS_PER_SECOND = 100

/**
 * Processor time of a node and the programs that it started, so far.
 *
 * @returns undefined on systems without `/proc`
 */
export function systemCpuSecondsOf({
  processGroup,
}: {
  readonly processGroup: number | undefined
}): number | undefined {
  if (process.platform !== 'linux') return undefined
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = statOf(name)
    // The fields after the name of the program: state, parent, group …; user and system time are the 12th and 13th.
    if (fields !== undefined && Number(fields[2]) === processGroup) {
      ticks += Number(fields[11]) + Number(fields[12])
    }
  }
  return ticks / TICKS_PER_SECOND
}

/**
 * Processor time of one process so far, to a hundredth of a second.
 *
 * @returns NaN on systems without `/proc`
 */
export function cpuSecondsOfProcess(id: number): number {
  const fields = process.platform === 'linux' ? statOf(String(id)) : undefined
  return (Number(fields?.[11]) + Number(fields?.[12])) / TICKS_PER_SECOND
}

function statOf(process: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined // It has ended.
  }
}
