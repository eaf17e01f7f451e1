import type { Block, Scenario } from '../../src/index.ts'
import { playScenario } from '../../src/index.ts'
import { patientClock } from '../../test/support/patientClock.ts'
import { rowsOf, storedRows, wrongBlocks } from '../../test/support/storedTruth.ts'
import type { IndexerModules } from './mutatedIndexer.ts'

/** After this many polls an indexer is stuck. */
const POLLS_MAX = 60

/**
 * Plays a scenario that was written by hand.
 *
 * @returns what is wrong with the rows of the indexer at the end; undefined if nothing is
 */
export async function playWritten(
  { Indexer, Store }: IndexerModules,
  scenario: Scenario,
): Promise<string | undefined> {
  const played = await playScenario(scenario, { port: 0 })
  const store = new Store()
  try {
    const urls = [...played.endpoints.values()].map(({ url }) => url)
    const indexer = new Indexer(urls, store, patientClock)
    for (let poll = 0; poll < POLLS_MAX; poll++) {
      const isLast = played.isFinished
      await indexer.poll()
      if (isLast && problemOf(store, played.truth()) === undefined) return undefined
    }
    return played.isFinished
      ? problemOf(store, played.truth())
      : 'the scenario was not played to its end'
  } catch (error) {
    return `it has thrown: ${error instanceof Error ? error.message : error}`
  } finally {
    store.close()
    await played.close()
  }
}

function problemOf(
  store: InstanceType<IndexerModules['Store']>,
  truth: readonly Block[],
): string | undefined {
  const wrong = wrongBlocks(storedRows(store), rowsOf(truth))
  return wrong.length === 0 ? undefined : `wrong blocks: ${wrong.join(', ')}`
}
