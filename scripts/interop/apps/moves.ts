import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Chain } from '../../../src/index.ts'
import { importBuilt } from '../../build/built.ts'
import { installProject, npmInstall, runProgram } from '../project.ts'
import { installWeb3Py } from './libraries.ts'

/** What a program reads after a move: `[move, number, timestamp]`. */
type Reading = readonly [move: string, number: number, timestamp: number]

/** Moves an endpoint with Hardhat and its network helpers, which know only its URL. */
export function runHardhatHelpers(chain: Chain): Promise<string> {
  return withDev(chain, async (url) => {
    const project = new URL('projects/hardhat/', import.meta.url)
    const folder = installProject('app', project, 'package.json', npmInstall)
    const env = [`OMMER_URL=${url}`, 'HARDHAT_DISABLE_TELEMETRY_PROMPT=true']
    const { found, altered } = await runProgram<{
      readonly found: readonly Reading[]
      readonly altered: unknown
    }>(folder, 'env', ...env, 'node', join(folder, 'helpers.js'))
    const restored = 10
    assert.deepEqual(changesOf(found, startOf(chain)), [
      ['start', 0, 0],
      // By default, the helpers set one second between blocks.
      ['mine', 1, 1],
      ['mine 5', 6, undefined],
      ['mineUpTo', restored, undefined],
      ['increase', restored + 1, undefined],
      ['increaseTo', restored + 2, undefined],
      ['setNextBlockTimestamp', restored + 3, undefined],
      ['restore', restored, undefined],
      ['loadFixture', restored + 2, undefined],
      ['reset', 0, 0],
    ])
    assert.deepEqual(
      gapsOf(found, 'mineUpTo', 'increase', 'increaseTo', 'setNextBlockTimestamp'),
      [3600, 500, 900],
    )
    const other = `0x${'22'.repeat(20)}`
    assert.deepEqual(altered, {
      balance: true,
      nonce: '0x8',
      code: '0x6001',
      slot: '2',
      baseFee: '0x7',
      mixHash: '5',
      miner: other,
      senders: [`0x${'11'.repeat(20)}`],
    })
    return `${found.length} moves, and 8 changes by hand`
  })
}

/** Moves an endpoint with the testing module of web3.py. */
export function runWeb3PyTesting(chain: Chain): Promise<string> {
  return withDev(chain, async (url) => {
    const { folder, python } = installWeb3Py()
    const args = ['-W', 'ignore', 'moves.py', url]
    const found = await runProgram<readonly Reading[]>(folder, python, ...args)
    const numbers = changesOf(found, startOf(chain)).map(([move, number]) => [move, number])
    const expected = { start: 0, mine: 1, 'mine 3': 4, revert: 1, timeTravel: 2, reset: 0 }
    assert.deepEqual(Object.fromEntries(numbers), expected)
    assert.deepEqual(gapsOf(found, 'revert', 'timeTravel'), [5000])
    return `${found.length} moves`
  })
}

async function withDev(chain: Chain, run: (url: string) => Promise<string>): Promise<string> {
  const { serve } = await importBuilt()
  // The helpers refuse a name that they do not know.
  const server = await serve(chain, { port: 0, dev: true, clientVersion: 'anvil/ommer' })
  try {
    return await run(server.url)
  } finally {
    await server.close()
  }
}

function startOf({ head }: Chain): Reading {
  return ['start', head.header.number, head.header.timestamp]
}

/** Readings relative to the start; the time only where it is known. */
function changesOf(found: readonly Reading[], [, number, timestamp]: Reading) {
  return found.map(([move, reached, time]) => {
    const isKnown = ['start', 'mine', 'reset'].includes(move)
    return [move, reached - number, isKnown ? time - timestamp : undefined]
  })
}

/** The seconds between the readings of these moves. */
function gapsOf(found: readonly Reading[], ...moves: readonly string[]): readonly number[] {
  const times = moves.map((move) => found.find(([name]) => name === move)?.[2] ?? Number.NaN)
  return times.slice(1).map((time, index) => time - (times[index] as number))
}
