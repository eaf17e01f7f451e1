import { once } from 'node:events'
import { systemClock } from './clock.ts'
import { FinalityViolationError, Indexer } from './indexer.ts'
import { Store } from './store.ts'

// npx tsx examples/indexer/main.ts http://127.0.0.1:8545/v3/dev [more URLs of the same chain]
// Follows the chain until it is stopped, and prints each new head.

/** In milliseconds: how long to wait between polls. */
const POLL_MS = 1000

const urls = process.argv.slice(2)
if (urls.length === 0) {
  process.stderr.write('error: want one or several URLs of nodes of the same chain\n')
  process.exit(1)
}
const store = new Store()
const indexer = new Indexer(urls, store, systemClock)
const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() => true)

let printed: string | undefined
try {
  do {
    await indexer.poll()
    const { head } = store
    if (head !== undefined && head.hash !== printed) {
      const [{ count } = {}] = store.rows('SELECT count(*) AS count FROM receipts')
      process.stdout.write(`block ${head.number} ${head.hash}, ${count} receipts\n`)
      printed = head.hash
    }
  } while (!(await Promise.race([stopped, systemClock.sleep(POLL_MS).then(() => false)])))
} catch (error) {
  if (!(error instanceof FinalityViolationError)) throw error
  process.stderr.write(`error: ${error.message}: find out which is right, and index again\n`)
  process.exitCode = 1
}
store.close()
process.exit()
