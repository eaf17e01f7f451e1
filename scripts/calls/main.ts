import type { WorkerOptions } from 'node:worker_threads'
import { CallError } from '../../src/chain/calls/callError.ts'
import { chainEnvironment } from '../../src/chain/calls/chainEnvironment.ts'
import type { StateOverrides } from '../../src/chain/calls/overrides.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { CallService } from '../../src/threads/calls/callService.ts'
import { SHORT_WORK } from '../../src/threads/calls/createCallService.ts'
import { jobs } from '../../src/threads/calls/jobs.ts'
import { WorkBudget, type WorkLimits } from '../../src/threads/calls/workBudget.ts'
import { startThread } from '../../src/threads/startThread.ts'
import { hostileCalls } from '../../test/support/calls/hostileCalls.ts'

// Measures where calls should run: `npm run calls`. CPU time, because other programs may run beside.

const ROUNDS = 2000
const GAS = 50_000_000n

const chain = await createChain({ blocks: 200, preset: 'latest' })
const blockFactory = await chain.blockFactory()
const block = chain.tree.head
const state = await chain.states.after(block)
const codes = await chain.states.codes()
const contracts = (await blockFactory.archive.get(block)).progress.contracts
const [token] = contracts.token
if (token === undefined) throw new Error('the chain has no token')
const holder = chain.accounts[0]?.address ?? '0x'
/** balanceOf(holder) */
const call = { to: token.address, data: fromHex(`0x70a08231${'0'.repeat(24)}${holder.slice(2)}`) }
const balanceOf = { call, bytesMax: Number.POSITIVE_INFINITY, gasCap: GAS }

const unlimited = Number.POSITIVE_INFINITY
const base = {
  gasCap: GAS,
  timeoutMs: 0,
  start: (options: WorkerOptions) => startThread('callWorker', options),
  loadJobs: async () => jobs,
  threadsMax: 1,
  idleMs: 60_000,
  abortMs: 200,
  heapMebibytes: 512,
}
const short = { steps: unlimited, gas: unlimited, milliseconds: unlimited }
const main = new CallService({ ...base, longJobs: new Set(), firstWork: short, shortWork: short })
const worker = new CallService({
  ...base,
  longJobs: new Set(['call']),
  firstWork: short,
  shortWork: short,
})
// Threads alone do not keep a program alive.
const alive = setInterval(() => {}, 1000)
const client = { connection: {}, isClosed: () => false }

for (const [place, service] of [
  ['main thread', main],
  ['worker thread', worker],
] as const) {
  const first = performance.now()
  await service.run(client, chain, block, 'call', balanceOf)
  const firstMs = performance.now() - first
  for (let round = 0; round < ROUNDS; round++) {
    await service.run(client, chain, block, 'call', balanceOf)
  }
  const times: number[] = []
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await service.run(client, chain, block, 'call', balanceOf)
    times.push(performance.now() - began)
  }
  const cpu = process.cpuUsage(before)
  times.sort((one, other) => one - other)
  console.log(
    `balanceOf in the ${place}: first ${firstMs.toFixed(1)} ms, then median`,
    `${((times[ROUNDS / 2] ?? 0) * 1000).toFixed(0)} us,`,
    `${((cpu.user + cpu.system) / ROUNDS).toFixed(0)} us of CPU`,
  )
}
await worker.close()
clearInterval(alive)

const target = new Uint8Array(20).fill(0xc0)
for (const { name, code, data } of hostileCalls) {
  if (process.argv[2] !== undefined && !name.includes(process.argv[2])) continue
  const input = {
    call: { to: target, ...(data && { data: fromHex(data) }), gas: GAS },
    gasCap: 0n,
    bytesMax: unlimited,
    stateOverrides: [{ address: target, code: fromHex(code) }] satisfies StateOverrides,
  }
  const times: number[] = []
  let outcome = ''
  for (let round = 0; round < 7; round++) {
    const before = process.cpuUsage()
    const meter = new WorkBudget(SHORT_WORK satisfies WorkLimits)
    const environment = chainEnvironment({
      rules: chain.rules,
      block,
      state,
      codes,
      tree: chain.tree,
      meter,
    })
    try {
      await jobs.call(environment, input)
      outcome = 'done'
    } catch (error) {
      outcome = meter.isExceeded
        ? 'moved'
        : error instanceof CallError
          ? error.message
          : String(error)
    }
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  const [first = 0, ...others] = times
  console.log(
    name.padEnd(28),
    `first ${first.toFixed(1)} ms, then at most ${Math.max(...others).toFixed(1)} ms of CPU,`,
    outcome,
  )
}
