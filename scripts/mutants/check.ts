import type { Mutant } from './mutant.ts'
import { mutatedIndexer } from './mutatedIndexer.ts'
import { playWritten } from './playWritten.ts'

/** The indexer itself must be right in each scenario, and the mutant wrong. */
const [, , name = 'known'] = process.argv
const { mutants } = (await import(`./${name}.ts`)) as { readonly mutants: readonly Mutant[] }
const original = await mutatedIndexer(undefined)
for (const mutant of mutants) {
  const right = await playWritten(original, mutant.scenario)
  const wrong = await playWritten(await mutatedIndexer(mutant), mutant.scenario)
  const isGood = right === undefined && wrong !== undefined
  console.log(
    `${isGood ? 'good' : 'BAD '} ${mutant.fault}: ${wrong ?? 'right'}${right === undefined ? '' : `; the original: ${right}`}`,
  )
}
