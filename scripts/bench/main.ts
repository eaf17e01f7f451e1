import { loadavg } from 'node:os'
import { Command, Option } from 'commander'
import { buildPackage } from '../build/buildPackage.ts'
import { measureAgainst } from './against/measureAgainst.ts'
import { measureBesideAnvil } from './besideAnvil.ts'
import { measureFiles } from './files.ts'
import { measureForks } from './forks/measureForks.ts'
import { measureGeneration } from './generation.ts'
import { measureHunts } from './hunts.ts'
import { measureKeys } from './keys.ts'
import { measureLongChain } from './longChain.ts'
import { measureRareLogs } from './rareLogs.ts'
import { type MissingRow, type Row, report } from './report.ts'
import { measureSending } from './sending/measureSending.ts'
import { measureServing } from './serving.ts'
import { measureStart } from './start.ts'
import { measureState } from './state/measureState.ts'
import { table } from './table.ts'
import { measureTraces } from './traces/measureTraces.ts'
import { measureWorkers } from './workers.ts'

const parts = {
  generation: ({ quick }: Options) => measureGeneration(quick ? 2 : 7),
  keys: ({ quick }: Options) => measureKeys(quick ? 2 : 9),
  serving: ({ quick }: Options) =>
    measureServing(quick ? { pairs: 2, sliceSeconds: 0.3 } : { pairs: 8, sliceSeconds: 0.7 }),
  start: ({ quick }: Options) => (quick ? measureStart(2, 100) : measureStart(9, 500)),
  files: ({ quick }: Options) => (quick ? measureFiles(2, 100) : measureFiles(7, 1000)),
  scale: ({ quick }: Options) => measureLongChain(quick ? 3000 : 100_000),
  anvil: ({ quick, anvil }: Options) =>
    measureBesideAnvil(
      quick ? { pairs: 2, sliceSeconds: 0.3 } : { pairs: 7, sliceSeconds: 0.7 },
      anvil === true,
    ),
  state: ({ quick, anvil }: Options) =>
    measureState(
      quick ? { pairs: 2, sliceSeconds: 0.3 } : { pairs: 7, sliceSeconds: 0.7 },
      anvil === true,
    ),
  traces: ({ quick, anvil }: Options) =>
    measureTraces(
      quick ? { pairs: 2, sliceSeconds: 0.3 } : { pairs: 7, sliceSeconds: 0.7 },
      anvil === true,
    ),
  sending: ({ quick, anvil }: Options) =>
    measureSending(
      quick
        ? { pairs: 2, transfers: 100, endpoints: 100 }
        : { pairs: 7, transfers: 300, endpoints: 1000 },
      anvil === true,
    ),
  forks: ({ quick, anvil }: Options) => measureForks(quick ? 1 : 7, anvil === true),
  logs: ({ quick }: Options) =>
    quick
      ? measureRareLogs(500, { pairs: 2, sliceSeconds: 0.3 })
      : measureRareLogs(4000, { pairs: 7, sliceSeconds: 0.7 }),
  hunts: ({ quick }: Options) => (quick ? measureHunts(50, 5) : measureHunts(500, 30)),
  workers: ({ quick }: Options) =>
    measureWorkers(quick ? { pairs: 2, sliceSeconds: 0.3 } : { pairs: 8, sliceSeconds: 0.7 }),
  against: async ({ quick, against }: Options) => {
    if (against === undefined) return []
    // Many short slices distinguish a difference of a few percent from noise of the machine.
    return quick
      ? measureAgainst(against, {
          pairs: 1,
          slices: { pairs: 2, sliceSeconds: 0.3 },
          transfers: 100,
          blocks: 100,
        })
      : measureAgainst(against, {
          pairs: 7,
          slices: { pairs: 8, sliceSeconds: 0.2 },
          transfers: 300,
          blocks: 1000,
        })
  },
} satisfies Record<string, (options: Options) => Promise<(Row | MissingRow)[]>>

interface Options {
  readonly json?: true
  readonly quick?: true
  readonly anvil?: true
  readonly against?: string
  readonly only?: string
}

const options = new Command('bench')
  .description('Measures ommer, each figure beside a baseline in the same run.')
  .option('--json', 'print one JSON object instead of a table')
  .option(
    '--quick',
    'fewer and shorter runs: to check that the benchmark works, not for figures to quote',
  )
  .option(
    '--anvil',
    'install Anvil and Hardhat in scripts/bench/ if they are missing, and measure beside them',
  )
  .option('--against <folder>', 'compare with another build, such as a checkout')
  .addOption(new Option('--only <part>', 'measure one part').choices(Object.keys(parts)))
  .showSuggestionAfterError(false)
  .parse()
  .opts<Options>()

const [loadBefore] = loadavg() as [number]
await buildPackage()
const rows: (Row | MissingRow)[] = []
for (const [name, measure] of Object.entries(parts)) {
  if (options.only !== undefined && options.only !== name) continue
  console.error(`measuring ${name} ...`)
  rows.push(...(await measure(options)))
}
const result = report(rows, loadBefore)
console.log(options.json ? JSON.stringify(result) : table(result))
