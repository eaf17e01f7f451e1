import { Random } from '../../../src/primitives/random.ts'
import { createSwapNetwork } from '../../../test/support/swapNetwork.ts'
import { buildPackage } from '../../build/buildPackage.ts'
import { installNodes } from '../nodes.ts'
import { seededCommand } from '../seededCommand.ts'
import { withScratch } from '../withScratch.ts'
import { Comparison } from './compareForks.ts'
import { differenceClasses } from './differences.ts'
import { startNetwork, withForks } from './forks.ts'
import { drawLater } from './laterRequests.ts'
import { mineOnTop } from './mineOnTop.ts'
import { drawRequests } from './requests.ts'

// Sends the same random requests to a network, to a fork of it by Anvil, and to two by ommer. A difference must be in one of
// the classes of differences.ts.

/** How many blocks the network has after the pinned one. */
const AFTER = 3

const description = 'Compares forks by Anvil and by ommer with the network that they fork.'
const command = seededCommand('interop:anvil-fork', description, 'the network and the requests')
  .option('--requests <count>', 'how many are compared', Number, 2000)
  .parse()
const { seed, requests } = command.opts<{ readonly seed: number; readonly requests: number }>()

if (isAnvilAvailable()) {
  await buildPackage()
  await withScratch('anvil-fork', compare)
}

async function compare(scratch: string): Promise<void> {
  const chain = await createSwapNetwork({ seed: String(seed), blocks: 24, accounts: 12 })
  const pin = chain.tree.head.number - AFTER
  const network = await startNetwork(chain, scratch)
  console.log(`a network of ${network.name}, forked at block ${pin}: seed ${seed}`)
  try {
    const later = Math.floor(requests / 5)
    await withForks(network.url, pin, async (forks) => {
      const comparison = new Comparison(forks, { chain, number: pin })
      const random = new Random(`anvil fork ${seed}`)
      await comparison.run(drawRequests(chain, pin, requests - later, random), true)
      const timestamp = chain.blockByNumber(pin)?.header.timestamp ?? 0
      const mined = await mineOnTop(forks, chain.chainId, { pin, timestamp })
      await comparison.run(drawLater(mined, later, random), false)
      print(comparison)
    })
  } finally {
    await network.stop()
  }
}

function isAnvilAvailable(): boolean {
  try {
    installNodes('anvil')
    return true
  } catch {
    console.log('interop:anvil-fork: skipped, because npm cannot install Anvil')
    return false
  }
}

function print({ compared, equal, classes, differences }: Comparison): void {
  console.log(`${compared} requests: ${equal} answers are the same, ${differences.length} differ`)
  for (const { name, why, source } of differenceClasses) {
    console.log(`  ${String(classes.get(name)).padStart(5)}  ${name}: ${why} (${source})`)
  }
  for (const difference of differences) console.error(`  ${difference}`)
  if (differences.length > 0) process.exitCode = 1
}
