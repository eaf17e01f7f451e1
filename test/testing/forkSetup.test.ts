import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { FORK_WITNESS, keepForkWitness } from '../../scripts/fixtures/forkWitness.ts'
import { startTestServer } from '../../src/testing/testServer.ts'
import { contentsOf } from '../support/folders.ts'
import { runVitest } from '../support/runVitest.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const PROJECT = 'test/support/forkProject'

describe('a suite that forks a network', () => {
  it.each([
    ['now', 0],
    ['40 days later', 40],
  ])(
    'runs offline from a folder, and connects to nothing but its own server: %s',
    async (_, days) => {
      const connections = join(temporaryFolder(), 'connections')
      const guard = pathToFileURL(resolve(PROJECT, 'connections.mjs'))
      const { report, status } = await runVitest(PROJECT, {
        FORK_URL: undefined,
        FORK_CONNECTIONS: connections,
        FORK_DAYS: String(days),
        NODE_OPTIONS: `--import ${guard}`,
      })
      const { numTotalTests, numPassedTests } = report
      expect({ numTotalTests, numPassedTests, status }).toEqual({
        numTotalTests: 4,
        numPassedTests: 4,
        status: 0,
      })
      const daysAhead = (report.startTime - Date.now()) / 86_400_000
      expect(daysAhead).toBeCloseTo(days, 1)
      const lines = new Set(readFileSync(connections, 'utf8').trimEnd().split('\n'))
      // Listening looks up the address.
      expect(lines).toEqual(new Set(['connection to 127.0.0.1', 'look-up of 127.0.0.1']))
    },
  )

  it('keeps the folder of the repository: npm run fixtures writes it', async () => {
    const folder = join(temporaryFolder(), 'witness')
    await keepForkWitness(folder)
    expect(contentsOf(folder)).toEqual(contentsOf(FORK_WITNESS))
  })
})

describe('the option fork of a set-up', () => {
  it('is instead of a chain', async () => {
    await expect(startTestServer({ chain: {}, fork: {} })).rejects.toThrow(
      'ommerSetup: fork: want a chain or a fork, not both',
    )
    await expect(startTestServer({ fork: {} })).rejects.toThrow('ommerSetup: rpc: want ')
  })

  it('leaves the pinned block to the tests, and its states to the endpoints', async () => {
    const fork = { witness: FORK_WITNESS, offline: true }
    const server = await startTestServer({ fork, serve: { dev: true } })
    expect(server.chain.tree.head.number).toBe(8)
    await server.close()
  })
})
