import type { Report, Row } from './report.ts'

const headings = ['', 'ommer', 'unit', 'baseline', '', 'ratio', 'pairs']
const isNumeric = [false, true, false, true, false, true, true]

/** A report as text for a terminal: numbers to the right, words to the left. */
export function table({ node, cpu, cores, loadBefore, rows }: Report): string {
  const lines = [headings, ...rows.map(cells)]
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] as string).length)),
  )
  const text = lines.map((line) =>
    line
      .map((cell, column) => {
        const width = widths[column] as number
        return isNumeric[column] ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd(),
  )
  const machine = `Node ${node}, ${cores} × ${cpu}, load average before: ${loadBefore}`
  return [...text, '', machine].join('\n')
}

function cells({ name, value, unit, baseline, ratio, samples }: Row): string[] {
  return [
    name,
    value.toLocaleString('en'),
    unit,
    baseline.value.toLocaleString('en'),
    baseline.name,
    ratio.toLocaleString('en'),
    String(samples),
  ]
}
