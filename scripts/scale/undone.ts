import { importBuilt } from '../build/built.ts'
import { judgeMemory, type Sample } from '../soak/memoryTrend.ts'

// A long suite of tests: transactions and blocks that are reverted, again and again. `npm run undone` ends with an error if
// memory does not stay level: `npm run undone -- 1000000 10000` for as many reverted transactions and cycles.

const SENDER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const MNEMONIC = 'test test test test test test test test test test test junk'
const MEGABYTE = 1e6
const SAMPLES = 60
/** Blocks cost more time than transactions. */
const BLOCK_TRANSACTIONS = 25
const EMPTY_BLOCKS = '0x5'

const [transactions = 20_000, cycles = 2000] = process.argv.slice(2).map(Number)

// From the sources, each `import` within a function costs a message to the loader's thread.
const { createChain, serve } = await importBuilt()
const chain = await createChain({ seed: 'undone', blocks: 4, preset: 'latest', mnemonic: MNEMONIC })
const server = await serve(chain, { port: 0, dev: true })
const endpoint = server.endpoint('suite')
const ask = (method: string, ...params: readonly unknown[]) => endpoint.request({ method, params })

await ask('evm_setAutomine', false)
const heap: Sample[] = []
const resident: Sample[] = []
const start = performance.now()
for (let cycle = 0; cycle < cycles; cycle++) {
  const id = await ask('evm_snapshot')
  await ask('hardhat_setBalance', SENDER, '0xffffffffffffffffffff')
  for (let sent = 0; sent < transactions / cycles; sent++) {
    // Of another value each time, so that no block was built before.
    const value = `0x${(cycle + 1).toString(16)}`
    await ask('eth_sendTransaction', { from: SENDER, to: SENDER, value, gas: '0x5208' })
    if (sent % BLOCK_TRANSACTIONS === 0) await ask('evm_mine')
  }
  await ask('eth_sendTransaction', { from: SENDER, data: creation(cycle), gas: '0x30d40' })
  await ask('hardhat_mine', EMPTY_BLOCKS)
  if ((await ask('evm_revert', id)) !== true) throw new Error(`cycle ${cycle} was not reverted`)
  if (cycle % 10 === 9) await ask('hardhat_reset')
  if (cycle % Math.ceil(cycles / SAMPLES) === 0) sample(cycle)
}
sample(cycles)
await server.close()
const trends = { heap: judgeMemory(heap, cycles), rss: judgeMemory(resident, cycles) }
console.log(JSON.stringify({ node: process.version, transactions, cycles, ...trends }, null, 1))
if (!trends.heap.isLevel || !trends.rss.isLevel) process.exitCode = 1

/** The cycle takes the place of the time. */
function sample(cycle: number): void {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  heap.push({ seconds: cycle, megabytes: heapUsed / MEGABYTE })
  resident.push({ seconds: cycle, megabytes: rss / MEGABYTE })
  const seconds = Math.round((performance.now() - start) / 1000)
  console.error(
    `cycle ${cycle}: heap ${Math.round(heapUsed / MEGABYTE)} MB, rss ${Math.round(rss / MEGABYTE)} MB, ${seconds} s`,
  )
}

/** Creates a contract whose code no other cycle creates. */
function creation(cycle: number): string {
  return `0x61010b600c60003961010b6000f3${cycle.toString(16).padStart(16, '0')}${'00'.repeat(259)}`
}
