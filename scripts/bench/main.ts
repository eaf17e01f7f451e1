import { loadavg } from 'node:os'
import { Command, Option } from 'commander'
import { build } from './build.ts'
import { measureGeneration } from './generation.ts'
import { type Row, report } from './report.ts'
import { measureServing } from './serving.ts'
import { measureStart } from './start.ts'
import { table } from './table.ts'

const parts = {
  generation: (quick: boolean) => measureGeneration(quick ? 2 : 7),
  serving: (quick: boolean) => (quick ? measureServing(2, 0.3) : measureServing(8, 0.7)),
  start: (quick: boolean) => measureStart(quick ? 2 : 5),
}

interface Options {
  readonly json?: true
  readonly quick?: true
  readonly only?: keyof typeof parts
}

const options = new Command('bench')
  .description('Measures ommer, each figure beside a baseline taken at the same time.')
  .option('--json', 'print one JSON object instead of a table')
  .option('--quick', 'fewer and shorter runs: to see that it works, not to quote')
  .addOption(new Option('--only <part>', 'measure one part').choices(Object.keys(parts)))
  .showSuggestionAfterError(false)
  .parse()
  .opts<Options>()

const [loadBefore] = loadavg() as [number]
build()
const rows: Row[] = []
for (const [name, measure] of Object.entries(parts)) {
  if (options.only !== undefined && options.only !== name) continue
  console.error(`measuring ${name} ...`)
  rows.push(...(await measure(options.quick ?? false)))
}
const result = report(rows, loadBefore)
console.log(options.json ? JSON.stringify(result) : table(result))
