/** How a server survived an attack. */
export interface Survival {
  readonly name: string
  /** how many responses the well-behaved client received, and how long it waited for them */
  readonly answers: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly longestMs: number
  /** the longest time in which the event loop did not turn */
  readonly longestStallMs: number
  /** the most processor time of the main thread in one turn of the event loop: a stall without the load of the machine */
  readonly longestTurnMs: number
  /** peak resident memory (VmHWM), including buffers */
  readonly peakMegabytes: number
  /** of p99 to p99 beside an idle server */
  readonly p99Ratio: number
  /** responses with unexpected bytes */
  readonly wrong: readonly string[]
  /** what the server printed on standard error */
  readonly stderr: string
}

/** The limit of resident memory in docs/limits.md, in megabytes. */
const PEAK_MEGABYTES_MAX = 1200

const headings = [
  '',
  'responses',
  'p50 ms',
  'p99 ms',
  'x idle',
  'longest',
  'stall',
  'turn',
  'peak MB',
  '',
]

export function table(survivals: readonly Survival[], load: number): string {
  const lines = [headings, ...survivals.map(cells)]
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] as string).length)),
  )
  const text = lines.map((line) =>
    line
      .map((cell, column) => {
        const width = widths[column] as number
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd(),
  )
  return [...text, '', `Node ${process.version}, load average after: ${load.toFixed(2)}`].join('\n')
}

function cells(survival: Survival): string[] {
  const { name, answers, p50Ms, p99Ms, p99Ratio, longestMs } = survival
  const { longestStallMs, longestTurnMs, peakMegabytes } = survival
  const waits = [answers, p50Ms, p99Ms, p99Ratio, longestMs]
  const figures = [...waits, longestStallMs, longestTurnMs, peakMegabytes]
  return [name, ...figures.map(String), verdict(survival)]
}

export function verdict({ wrong, stderr, peakMegabytes }: Survival): string {
  if (wrong.length > 0) return `${wrong.length} wrong: ${wrong[0]}`
  if (stderr !== '') return `stderr: ${stderr.split('\n')[0]}`
  return peakMegabytes > PEAK_MEGABYTES_MAX ? `above ${PEAK_MEGABYTES_MAX} MB` : ''
}
