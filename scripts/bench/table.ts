import type { MissingRow, Report, Row } from './report.ts'

const headings = ['', 'ommer', 'unit', 'baseline', '', 'ratio', 'target', 'pairs']
const isNumeric = [false, true, false, true, false, true, true, true]

const MEANING =
  "Each figure is the median of the pairs; processor time is that of the server only, with the kernel's for it."

/** A report as text for a terminal: numbers are right-aligned, words left-aligned. */
export function table({ node, cpu, cores, loadBefore, rows }: Report): string {
  const measured = rows.filter((row): row is Row => !isMissing(row))
  const missing = rows.filter(isMissing)
  const lines = [headings, ...measured.map(cells)]
  const names = [...measured, ...missing].map(({ name }) => name.length)
  const widths = headings.map((_, column) =>
    Math.max(
      ...lines.map((line) => (line[column] as string).length),
      ...(column === 0 ? names : []),
    ),
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
  const [nameWidth] = widths as [number]
  const gaps = missing.map(
    ({ name, notMeasured }) => `${name.padEnd(nameWidth)}  not measured: ${notMeasured}`,
  )
  const machine = `Node ${node}, ${cores} × ${cpu}, load average before: ${loadBefore}`
  return [...text, ...gaps, '', MEANING, machine].join('\n')
}

function isMissing(row: Row | MissingRow): row is MissingRow {
  return 'notMeasured' in row
}

function cells({ name, value, unit, baseline, ratio, target, samples }: Row): string[] {
  return [
    name,
    value.toLocaleString('en'),
    unit,
    baseline.value.toLocaleString('en'),
    baseline.name,
    ratio.toLocaleString('en'),
    target.toLocaleString('en'),
    String(samples),
  ]
}
