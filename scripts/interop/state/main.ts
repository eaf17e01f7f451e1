import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { buildPackage } from '../../build/buildPackage.ts'
import { ForeignNode, type NodeCommand } from '../foreignNode.ts'
import { installNodes, nodes } from '../nodes.ts'
import { ommerDev } from '../ommerNode.ts'
import { seededCommand } from '../seededCommand.ts'
import { withScratch } from '../withScratch.ts'
import { type Action, actions } from './actions.ts'
import { compareStates } from './compareStates.ts'

// Does the same random things at Anvil and at `ommer --dev`, dumps the state of each, loads it in the other, and compares
// what both answer then.

const description = 'Lets Anvil load the states of ommer, and ommer those of Anvil.'
const command = seededCommand('interop:state', description, 'the actions')
  .option('--rounds <count>', 'how many histories', Number, 6)
  .parse()
const { seed, rounds } = command.opts<{ readonly seed: number; readonly rounds: number }>()

const anvil = nodes.find(({ name }) => name === 'anvil') as NodeCommand
installNodes('anvil')
await buildPackage()
console.log(`states: seed ${seed}`)
let differences = 0
await withScratch('state', async (folder) => {
  const histories = fc.sample(fc.array(actions, { minLength: 4, maxLength: 16 }), {
    seed,
    numRuns: rounds,
  })
  for (const [index, history] of histories.entries()) {
    for (const [from, to] of [
      [ommerDev(), anvil],
      [anvil, ommerDev()],
    ] as const) {
      const found = await exchange(from, to, history, folder)
      differences += found.length
      const result = found.length === 0 ? 'the same' : 'DIFFERENT'
      console.log(`history ${index}, ${from.name} to ${to.name}: ${result}`)
      for (const difference of found) console.log(`  ${difference}`)
    }
  }
})
console.log(`${2 * rounds} states, ${differences} differences`)
if (differences > 0) process.exitCode = 1

/** @returns how the answers of both differ after one has loaded the state of the other */
async function exchange(
  from: NodeCommand,
  to: NodeCommand,
  history: readonly Action[],
  folder: string,
): Promise<readonly string[]> {
  const source = await ForeignNode.start(from)
  try {
    for (const act of history) await act((method, params) => source.call(method, params))
    const dump = await source.call<string>('anvil_dumpState')
    const file = join(folder, 'state.json')
    await writeFile(file, gunzipSync(Buffer.from(dump.slice(2), 'hex')))
    const target = await ForeignNode.start({
      ...to,
      args: (port) => [...to.args(port), '--load-state', file],
    })
    try {
      return await compareStates(source, target, dump)
    } finally {
      await target.stop()
    }
  } finally {
    await source.stop()
  }
}
