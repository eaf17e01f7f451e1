import { dialectNames } from '../../../src/endpoint/dialects/dialects.ts'
import { buildPackage } from '../../build/buildPackage.ts'
import { importBuilt } from '../../build/built.ts'
import { NotInstalledError } from '../project.ts'
import { judgeWithErpc } from './erpc/erpc.ts'
import { agreeInDialects } from './ethers.ts'
import { compareWithGeths } from './gethsBehindNginx.ts'
import { readLogsInDialects } from './ponder.ts'
import { verifyAsSqd } from './sqd.ts'
import { fallBackInDialects } from './viem.ts'

// Lets libraries read a chain through the limits of each dialect, with their own code for providers, and prints a line
// for each case: `@ponder/utils` chooses smaller ranges of logs from the words of an error, viem falls back to another
// provider, ethers lets two of three agree, SQD verifies blocks, and eRPC classifies errors and checks answers. Compares a
// pool with two geths behind nginx.

/** More than the largest limit on a range but reth's. */
const BLOCKS = 12_100

await buildPackage()
const built = await importBuilt()
const { createChain, serve } = built
const seed = process.argv[2] ?? `${Math.floor(Math.random() * 2 ** 32)}`
console.log(`seed ${seed}, ${BLOCKS} blocks`)
const chain = await createChain({
  blocks: BLOCKS,
  preset: 'latest',
  transactionsPerBlock: [0, 2],
  seed,
})
let logs = 0
for (let number = 0; number <= BLOCKS; number++) {
  for (const receipt of chain.blockByNumber(number)?.receipts ?? []) logs += receipt.logs.length
}
/** The limits of a server: those of each dialect, or one on results alone. */
const limits = {
  range: {},
  results: { logRange: 2 ** 31 - 1, logResults: 100 },
} as const

try {
  for (const kind of ['range', 'results'] as const) {
    const options = {
      port: 0,
      methods: 'all',
      limits: { answerBytes: 2 ** 30, ...limits[kind] },
    } as const
    const server = await serve(chain, options)
    for (const line of await readLogsInDialects(server, dialectNames, logs, kind)) console.log(line)
    if (kind === 'range') {
      for (const line of await fallBackInDialects(server, dialectNames)) console.log(line)
      for (const line of await agreeInDialects(server, dialectNames)) console.log(line)
      for (const line of await verifyAsSqd(server)) console.log(line)
      for (const line of await judgeWithErpc(built, server, seed, dialectNames)) console.log(line)
    }
    await server.close()
  }
} catch (error) {
  if (!(error instanceof NotInstalledError)) throw error
  console.log(`skipped: ${error.message}`)
}
for (const line of await compareWithGeths(built, seed)) console.log(line)
