import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// Run in its own process: `node --import tsx test/support/trapChance.ts`. Sets traps on everything that differs between
// runs, creates chains, and prints which code called a trap, by preset.

const caught: string[] = []

function record(name: string): void {
  const callers = new Error().stack?.split('\n').slice(3, 6) ?? []
  caught.push([name, ...callers.map((line) => line.trim())].join(' '))
}

/** Traps behave like the original, and report the call. */
function trap(owner: object, names: readonly string[], label: string): void {
  for (const name of names) {
    const original: unknown = Reflect.get(owner, name)
    if (typeof original !== 'function') throw new Error(`there is no ${label}${name}`)
    const trapped = new Proxy(original, {
      apply(target, self, args) {
        record(label + name)
        return Reflect.apply(target, self, args)
      },
      construct(target, args) {
        record(`new ${label}${name}`)
        return Reflect.construct(target, args)
      },
    })
    Reflect.defineProperty(owner, name, { value: trapped, configurable: true, writable: true })
  }
}

trap(Math, ['random'], 'Math.')
trap(Date, ['now', 'parse'], 'Date.')
trap(globalThis, ['Date', 'setTimeout', 'setInterval', 'fetch'], '')
trap(performance, ['now'], 'performance.')
trap(process.hrtime, ['bigint'], 'process.hrtime.')
trap(process, ['hrtime', 'uptime', 'cpuUsage', 'memoryUsage'], 'process.')
trap(globalThis.crypto, ['getRandomValues', 'randomUUID'], 'crypto.')
trap(crypto, ['randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID'], 'crypto.')
trap(String.prototype, ['localeCompare', 'toLocaleLowerCase', 'toLocaleUpperCase'], 'String.')
for (const type of [Number, BigInt, Array])
  trap(type.prototype, ['toLocaleString'], `${type.name}.`)
trap(Intl, ['Collator', 'DateTimeFormat', 'NumberFormat'], 'Intl.')
syncBuiltinESMExports()

const { createChain } = await import('../../src/chain/createChain.ts')
// Loads what the first block would load: some packages try sources of randomness then.
await import('../../src/chain/generate/openBlockFactory.ts')
const { presetNames } = await import('../../src/chain/spec/presets.ts')
const { sized } = await import('./sized.ts')
// tsx reads the clock once, in a round after it has compiled its first module.
await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

/** The traps that were called during the work, not while its modules were loaded. */
async function catching(work: () => unknown): Promise<string[]> {
  caught.length = 0
  await work()
  return [...caught]
}

const results: Record<string, string[]> = {
  control: await catching(() => [
    Math.random(),
    Date.now(),
    new Date(),
    performance.now(),
    process.hrtime(),
    process.hrtime.bigint(),
    crypto.getRandomValues(new Uint8Array(1)),
    globalThis.crypto.getRandomValues(new Uint8Array(1)),
    'a'.localeCompare('b'),
  ]),
}
/** At full size, the traffic of a default chain. */
const traffic = sized<object>({ transactionsPerBlock: [1, 3] }, {})
for (const preset of presetNames) {
  results[preset] = await catching(async () => {
    const chain = await createChain({ ...traffic, seed: 'trap', preset, blocks: 88 })
    await chain.extend(4)
    await chain.extendBranch(80, 'side', 3)
    const sent = chain.blockByNumber(80)?.transactions.slice(0, 1) ?? []
    await chain.branch(79, 'written', (block) => block.include(sent).catch(() => {}))
    await chain.build(1, async (block) => {
      const [from, to] = chain.accounts
      if (from && to) await block.add({ from, to: to.address, value: 1n })
    })
    await chain.pendingBlock()
    chain.blockByNumber(1)
  })
}
process.stdout.write(JSON.stringify(results))
