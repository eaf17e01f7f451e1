import {
  type Call,
  clockPairs,
  expectedOrders,
  playOrder,
} from '../../../test/support/clockOrder.ts'
import { buildPackage } from '../../build/buildPackage.ts'
import { callAt, ForeignNode } from '../foreignNode.ts'
import { installNodes, nodes } from '../nodes.ts'
import { ommerDev } from '../ommerNode.ts'

// Plays each pair of clock moves in test/support/clockOrder.ts at Anvil and at `ommer --dev`, and compares the times of
// blocks with those in the table.

/** In seconds: how long a pair may take, because both nodes follow the wall clock; no two moves differ by so little. */
const TOLERANCE = 9

const anvil = nodes.find(({ name }) => name === 'anvil')
if (anvil === undefined) throw new Error('Anvil is not among the nodes')
installNodes('anvil')
await buildPackage()
const options = ['--blocks', '0', '--preset', 'latest', '--chain-id', '31337', '--any-key']
// Each pair has an endpoint of its own.
const ommer = await ForeignNode.start({ ...ommerDev(...options), path: '/v3/pair' })
const expected = expectedOrders()
let differences = 0
try {
  for (const [index, [first, second]] of clockPairs.entries()) {
    const order = expected.find((each) => each.first === first && each.second === second)
    const url = `${ommer.url}-${index}`
    const ofOmmer = await playOrder((...call) => callAt(url, ...call), first, second)
    const ofAnvil = await atAnvil((call) => playOrder(call, first, second))
    const isRight =
      order !== undefined && isClose(ofOmmer, order.times) && isClose(ofAnvil, order.ofAnvil)
    if (!isRight) differences++
    console.log(`${isRight ? 'as expected' : 'DIFFERENT'}: ${first}, ${second}:`)
    console.log(`  ommer ${ofOmmer}, expected ${order?.times}`)
    console.log(`  Anvil ${ofAnvil}, expected ${order?.ofAnvil}`)
  }
} finally {
  await ommer.stop()
}
console.log(`${clockPairs.length} pairs, ${differences} not as expected`)
if (differences > 0) process.exitCode = 1

/** Each pair has an Anvil of its own, because nothing resets its clock. */
async function atAnvil(play: (call: Call) => Promise<string>): Promise<string> {
  const node = await ForeignNode.start(anvil as (typeof nodes)[number])
  try {
    return await play((method, params) => node.call(method, params))
  } finally {
    await node.stop()
  }
}

function isClose(found: string, expected: string): boolean {
  if (found === 'error' || expected === 'error') return found === expected
  const [one, other] = [found, expected].map((times) => times.split(', ').map(Number))
  return (one as number[]).every(
    (time, index) => Math.abs(time - ((other as number[])[index] ?? Number.NaN)) <= TOLERANCE,
  )
}
