import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPackage } from '../../build/buildPackage.ts'
import { installNodes } from '../nodes.ts'
import { type Outcomes, readKnown } from '../outcomes.ts'
import { NotInstalledError } from '../project.ts'
import { accountAbstraction } from './accountAbstraction.ts'
import { alloy } from './alloy.ts'
import { apeFoundry } from './apeFoundry.ts'
import { compareOutcomes, countsOf } from './compareOutcomes.ts'
import { copyCheckout } from './copyCheckout.ts'
import { openzeppelin } from './openzeppelin.ts'
import { type OtherName, pairOf } from './pairs.ts'
import { polygonCli } from './polygonCli.ts'
import { ponder } from './ponder.ts'
import { safe } from './safe.ts'
import type { Suite } from './suite.ts'
import { uniswapV3 } from './uniswapV3.ts'
import { viem } from './viem.ts'
import { web3js } from './web3js.ts'

// Runs the test suites of other projects whose checkouts are in a folder, first on Anvil or geth and then on ommer.
// `npm run interop:suites -- --sources DIR viem` runs only one. Exits with 1 if a test passes on the other node and not on
// ommer without a reason in known/.

const suites: readonly Suite[] = [
  accountAbstraction,
  viem,
  apeFoundry,
  alloy,
  polygonCli,
  safe,
  uniswapV3,
  openzeppelin,
  web3js,
  ponder,
]

const { values, positionals } = parseArgs({
  options: { sources: { type: 'string' } },
  allowPositionals: true,
})
const unknown = positionals.find((name) => !suites.some((suite) => suite.name === name))
if (unknown !== undefined) {
  console.error(`'${unknown}' is none of: ${suites.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
if (values.sources === undefined) {
  console.log('interop:suites: skipped, --sources names no folder with checkouts')
} else {
  installNodes('anvil')
  await buildPackage()
  // The build sets it, and package managers would leave out what tests need.
  delete process.env.NODE_ENV
  for (const suite of suites) {
    if (positionals.length > 0 && !positionals.includes(suite.name)) continue
    await compareOn(suite, resolve(values.sources, suite.name))
  }
}

async function compareOn(suite: Suite, checkout: string): Promise<void> {
  if (!existsSync(join(checkout, '.git'))) {
    console.log(`${suite.name}: skipped, ${checkout} is no checkout`)
    return
  }
  await orSkip(suite.name, async () => {
    const copy = copyCheckout(checkout, suite.name)
    await suite.prepare(copy)
    for (const name of suite.others ?? ['Anvil']) {
      await orSkip(`${suite.name} beside ${name}`, async () => {
        const { other, ommer } = pairOf(name)
        report(
          suite.name,
          name,
          await timed(() => suite.run(copy, other)),
          await timed(() => suite.run(copy, ommer)),
        )
      })
    }
  })
}

/** Runs something, and prints why it was skipped or has failed. */
async function orSkip(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const { message } = error as Error
    const isSkipped = error instanceof NotInstalledError
    console.log(`${name}: ${isSkipped ? 'skipped,' : 'FAILED:'} ${message}`)
    if (!isSkipped) process.exitCode = 1
  }
}

interface Run {
  readonly outcomes: Outcomes
  readonly seconds: number
}

async function timed(run: () => Promise<Outcomes>): Promise<Run> {
  const start = performance.now()
  const outcomes = await run()
  return { outcomes, seconds: (performance.now() - start) / 1000 }
}

function report(name: string, otherName: OtherName, other: Run, ommer: Run): void {
  const file = new URL(`known/${name}.yaml`, import.meta.url)
  const known = existsSync(file) ? readKnown(file) : new Map<string, string>()
  const { unexplained, explained, onlyOnOmmer } = compareOutcomes(
    other.outcomes,
    ommer.outcomes,
    known,
  )
  const ratio = (ommer.seconds / other.seconds).toFixed(1)
  const times = `${ommer.seconds.toFixed(0)}/${other.seconds.toFixed(0)} s`
  console.log(
    `${name}: ${otherName} ${countsOf(other.outcomes)}; ommer ${countsOf(ommer.outcomes)}; time ${ratio} (${times})`,
  )
  for (const test of unexplained) console.log(`  only on ${otherName}: ${test}`)
  for (const test of explained) console.log(`  only on ${otherName}, explained: ${test}`)
  for (const test of onlyOnOmmer) console.log(`  only on ommer: ${test}`)
  if (unexplained.length > 0) process.exitCode = 1
}
