/** How a situation was survived. */
export interface Survival {
  readonly name: string
  /** how many answers the well-behaved client has had, and how long it waited for them */
  readonly answers: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly longestMs: number
  /** the longest that the server did one thing alone */
  readonly longestStallMs: number
  /** the most memory that was resident (VmHWM), buffers included */
  readonly peakMegabytes: number
  /** of p99, to that at rest */
  readonly p99Ratio: number
  /** answers that were not the expected bytes */
  readonly wrong: readonly string[]
  /** what the server complained of */
  readonly stderr: string
}

/** What docs/service.md says that clients can make the server use, in megabytes. */
const PEAK_MEGABYTES_MAX = 1000

const headings = ['', 'answers', 'p50 ms', 'p99 ms', 'x at rest', 'longest', 'stall', 'peak MB', '']

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
  const { name, answers, p50Ms, p99Ms, p99Ratio, longestMs, longestStallMs, peakMegabytes } =
    survival
  const figures = [answers, p50Ms, p99Ms, p99Ratio, longestMs, longestStallMs, peakMegabytes]
  return [name, ...figures.map(String), verdict(survival)]
}

export function verdict({ wrong, stderr, peakMegabytes }: Survival): string {
  if (wrong.length > 0) return `${wrong.length} wrong: ${wrong[0]}`
  if (stderr !== '') return `complained: ${stderr.split('\n')[0]}`
  return peakMegabytes > PEAK_MEGABYTES_MAX ? `above ${PEAK_MEGABYTES_MAX} MB` : ''
}
