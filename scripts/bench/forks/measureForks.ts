import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressWord } from '../../../src/chain/contracts/abi.ts'
import { exportChain } from '../../../src/exportChain.ts'
import { fromHex, type Hex, toHex, toQuantity } from '../../../src/primitives/hex.ts'
import { Random } from '../../../src/primitives/random.ts'
import {
  createSwapNetwork,
  owner,
  PIN,
  swapData,
  token0,
} from '../../../test/support/swapNetwork.ts'
import { cliPath, packageFolder } from '../../build/built.ts'
import { anvilFork, ommerFork } from '../../interop/anvilFork/forks.ts'
import { byNode, callAt, ForeignNode, type NodeCommand } from '../../interop/foreignNode.ts'
import { installAnvil, isAnvilInstalled } from '../anvilPackage.ts'
import { type MissingRow, type Row, row } from '../report.ts'
import { PostConnection } from '../sending/postConnection.ts'
import { median } from '../statistics.ts'
import { SlowProxy } from './slowProxy.ts'

/** In milliseconds: how much later than from a machine nearby each response of the network comes. */
const LATENCY = 50

const BALANCES = 200

/** What a call of a fork that has read nothing yet took. */
interface Cold {
  readonly ms: number
  readonly roundTrips: number
  readonly requests: number
  readonly bytes: number
}

interface Measured {
  readonly name: string
  /** sent at once, each over a connection of its own */
  readonly calls: readonly object[]
  /** what we want at most */
  readonly goals: Partial<Cold>
  /** the most that it may take of what Anvil takes */
  readonly targets: Omit<Cold, 'roundTrips'>
}

const swap = { from: owner, to: token0, data: swapData(10n ** 18n) }

function balanceOf(holder: Hex) {
  return { to: token0, data: `0x70a08231${toHex(addressWord(fromHex(holder))).slice(2)}` }
}

const random = new Random('holders')

const measured: readonly Measured[] = [
  {
    name: 'a swap',
    calls: [swap],
    goals: { roundTrips: 4 },
    targets: { ms: 0.3, requests: 0.6, bytes: 2 },
  },
  {
    name: `${BALANCES} balances at once`,
    calls: Array.from({ length: BALANCES }, () => balanceOf(toHex(random.bytes(20)))),
    goals: { ms: 300 },
    targets: { ms: 0.9, requests: 0.06, bytes: 0.9 },
  },
]

/**
 * Measures calls of forks that have read nothing yet, behind a slow connection, each in a process that was just started.
 *
 * @param install whether to install Anvil if it is missing
 */
export async function measureForks(
  samples: number,
  install: boolean,
): Promise<(Row | MissingRow)[]> {
  if (!isAnvilInstalled() && install) installAnvil()
  const folder = mkdtempSync(join(tmpdir(), 'ommer-bench-'))
  try {
    await exportChain(await createSwapNetwork(), folder, { format: 'hive' })
    const network = await ForeignNode.start({
      name: 'the network',
      folder: packageFolder,
      program: byNode(cliPath),
      args: (port) => ['--load', folder, '--port', String(port), '--dialect', 'geth'],
    })
    const proxy = await SlowProxy.start(network.url, LATENCY)
    try {
      // The first call of a process takes longer.
      for (const request of [swap, balanceOf(owner)]) {
        await callAt(network.url, 'eth_createAccessList', [request, toQuantity(PIN)])
      }
      return await measureAll(proxy, samples)
    } finally {
      await proxy.close()
      await network.stop()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measureAll(proxy: SlowProxy, samples: number): Promise<(Row | MissingRow)[]> {
  const rows: (Row | MissingRow)[] = []
  for (const each of measured) {
    const ommer = await coldTimes(proxy, ommerFork(proxy.url, PIN), each, samples)
    rows.push(...besideGoals(each, ommer))
    const anvil = isAnvilInstalled()
      ? await coldTimes(proxy, anvilFork(proxy.url, PIN), each, samples)
      : undefined
    rows.push(...besideAnvil(each, ommer, anvil))
  }
  return rows
}

async function coldTimes(
  proxy: SlowProxy,
  command: NodeCommand,
  { calls }: Measured,
  samples: number,
): Promise<readonly Cold[]> {
  const times: Cold[] = []
  for (let count = 0; count < samples; count++) {
    const node = await ForeignNode.start(command)
    // What is measured is not the client: fetch takes half a millisecond for each request.
    const connections = await Promise.all(calls.map(() => PostConnection.open(node.url)))
    try {
      await Promise.all(connections.map((connection) => ask(connection, 'eth_chainId', [])))
      proxy.reset()
      const began = performance.now()
      await Promise.all(
        connections.map((connection, index) =>
          ask(connection, 'eth_call', [calls[index], 'latest']),
        ),
      )
      const { roundTrips, requests, bytes } = proxy
      times.push({ ms: performance.now() - began, roundTrips, requests, bytes })
    } finally {
      for (const connection of connections) connection.close()
      await node.stop()
    }
  }
  return times
}

/** @throws if the response is an error */
async function ask(
  connection: PostConnection,
  method: string,
  params: readonly unknown[],
): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const { error } = JSON.parse(await connection.post(body)) as { error?: { message: string } }
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
}

function besideGoals({ name, goals }: Measured, ommer: readonly Cold[]): Row[] {
  return Object.entries(goals).map(([figure, goal]) => {
    const value = median(ommer.map((each) => each[figure as keyof Cold]))
    const compared = { value, baseline: goal, ratio: value / goal, samples: ommer.length }
    return row(
      `fork: ${name}, ${figures[figure as keyof Cold].name}`,
      figures[figure as keyof Cold].unit,
      'the goal',
      compared,
      1,
    )
  })
}

function besideAnvil(
  { name, targets }: Measured,
  ommer: readonly Cold[],
  anvil: readonly Cold[] | undefined,
): (Row | MissingRow)[] {
  return Object.entries(targets).map(([key, target]) => {
    const figure = key as keyof Cold
    const title = `fork: ${name}, ${figures[figure].name} beside Anvil`
    if (anvil === undefined) return { name: title, notMeasured: HINT }
    const [value, baseline] = [ommer, anvil].map((all) =>
      median(all.map((each) => each[figure])),
    ) as [number, number]
    const compared = { value, baseline, ratio: value / baseline, samples: ommer.length }
    return row(title, figures[figure].unit, 'Anvil', compared, target)
  })
}

const figures: Readonly<Record<keyof Cold, { readonly name: string; readonly unit: string }>> = {
  ms: { name: 'time', unit: 'ms' },
  roundTrips: { name: 'round trips', unit: '' },
  requests: { name: 'requests', unit: '' },
  bytes: { name: 'bytes', unit: 'bytes' },
}

const HINT = 'npm run bench -- --anvil installs Anvil (40 MB) and measures beside it'
