import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '../../src/chain/accounts.ts'
import { createChain } from '../../src/createChain.ts'
import { exportChain } from '../../src/exportChain.ts'
import { RemoteEndpoint } from '../../src/testing/remoteEndpoint.ts'
import {
  createTestChain,
  resolveSetupOptions,
  type SetupOptions,
} from '../../src/testing/setupOptions.ts'
import { SharedChain } from '../../src/testing/sharedChain.ts'
import { startTestServer } from '../../src/testing/testServer.ts'
import { runCliInProcess } from '../support/runCliInProcess.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ommer-options-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const spec = { seed: 'of a set-up', blocks: 5, preset: 'latest' } as const

describe('the chain of a set-up', () => {
  it('is created from a spec or by a function', async () => {
    const chain = await createChain(spec)
    expect((await createTestChain(spec)).head.hash).toBe(chain.head.hash)
    expect(await createTestChain(() => chain)).toBe(chain)
    expect(await createTestChain(async () => chain)).toBe(chain)
    expect((await createTestChain(undefined)).head.header.number).toBe(128)
  })

  it('is loaded from a folder or a file', async () => {
    const chain = await createChain(spec)
    await exportChain(chain, join(folder, 'hive'), { format: 'hive' })
    await exportChain(chain, join(folder, 'bundle'), { format: 'bundle' })
    const [file = ''] = readdirSync(join(folder, 'bundle')).filter(
      (name) => name !== 'manifest.json',
    )
    for (const path of ['hive', 'bundle', join('bundle', file)]) {
      expect((await createTestChain(join(folder, path))).head.hash).toBe(chain.head.hash)
    }
  })

  it.each([
    ['yaml', 'seed: of a set-up\nspec: { blocks: 5, preset: latest }\nsteps: [{ mine: 3 }]\n'],
    [
      'json',
      JSON.stringify({
        seed: 'of a set-up',
        spec: { blocks: 5, preset: 'latest' },
        steps: [{ mine: 3 }],
      }),
    ],
  ])('is that with which a scenario begins: %s', async (type, text) => {
    const path = join(folder, `scenario.${type}`)
    writeFileSync(path, text)
    const chain = await createTestChain(path)
    expect(chain.head.hash).toBe((await createChain(spec)).head.hash)
    expect(chain.tree.head.number).toBe(5)
  })

  it.each([
    ['yaml', '# a comment\nseed: of a set-up\nblocks: 5\npreset: latest\n'],
    ['yml', 'blocks: 5\nseed: of a set-up\npreset: latest\n'],
    ['json', JSON.stringify({ $schema: 'spec.schema.json', ...spec })],
    ['json', JSON.stringify({ blocks: 5, preset: 'latest', seed: 'of a set-up' })],
  ])('is that of a spec file, as --spec takes it: %s', async (type, text) => {
    const path = join(folder, `spec.${type}`)
    writeFileSync(path, text)
    expect((await createTestChain(path)).head.hash).toBe((await createChain(spec)).head.hash)
  })

  it.each([
    ['misspelt.yaml', 'blokcs: 3', /misspelt\.yaml: .*blokcs: there is no such field.*mean blocks/],
    ['wrong.json', '{"blocks":-1}', /wrong\.json: line 1: blocks: -1 is not a whole number/],
    ['list.yaml', '- 1', /list\.yaml: .*a list is not an object/],
    ['comma.json', '{"blocks":1,}', /comma\.json: line 1, column 13: "}" is not JSON here/],
    ['misspelt.json', '{"seed":"x","step":[]}', /step: there is no such field/],
  ])('is not made from a file with mistakes: %s', async (name, text, problem) => {
    writeFileSync(join(folder, name), text)
    await expect(createTestChain(join(folder, name))).rejects.toThrow(problem)
  })

  it.each([
    ['missing.json', /missing\.json: no such file or folder/],
    ['missing.yaml', /missing\.yaml: there is no such file/],
    ['other.json', /other\.json: neither a bundle nor a cassette/],
  ])('is refused where there is none: %s', async (name, problem) => {
    writeFileSync(join(folder, 'other.json'), '{"other":1}')
    await expect(createTestChain(join(folder, name))).rejects.toThrow(problem)
  })
})

describe('the cache of a set-up', () => {
  let home: string
  beforeEach(({ task }) => {
    home = join(folder, task.id)
    useCache()
  })
  afterEach(() => vi.unstubAllEnvs())

  function useCache(): void {
    vi.stubEnv('XDG_CACHE_HOME', home)
    vi.stubEnv('OMMER_NO_CACHE', '')
  }

  const cached = (): string[] => {
    const cache = join(home, 'ommer')
    return existsSync(cache) ? readdirSync(cache) : []
  }

  /** What a test reads that moves its endpoint. */
  async function readMoved(chain: SetupOptions['chain']) {
    const server = await startTestServer({ chain })
    try {
      const source = new SharedChain(server.address.chainFolder as string)
      const endpoint = new RemoteEndpoint('a-test', server.address, source)
      const reorged = await endpoint.reorg({ depth: 3 })
      const [{ address }] = source.chain.accounts as [Account]
      const states = [source.chain.head.hash, ...reorged.map(({ hash }) => hash)]
      return {
        blocks: states.map((hash) => endpoint.chain.blockByHash(hash)),
        accounts: await Promise.all(states.map((at) => endpoint.chain.account(address, { at }))),
      }
    } finally {
      await server.close()
    }
  }

  it('gives tests the same blocks and states, which are then generated once', async () => {
    const first = await readMoved(spec)
    const [name] = cached()
    expect(cached()).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.chain$/)])
    const written = statSync(join(home, 'ommer', name as string))
    expect(await readMoved(spec)).toEqual(first)
    expect(first.accounts).toHaveLength(5)
    const read = statSync(join(home, 'ommer', name as string))
    expect(read.ino).toBe(written.ino)
  })

  it('is that of the command line', async () => {
    const env = { OMMER_NO_CACHE: '', XDG_CACHE_HOME: home }
    const args = ['verify', '--seed', spec.seed, '--blocks', '5', '--preset', 'latest']
    expect(await runCliInProcess(args, env)).toMatchObject({ code: 0, stderr: '' })
    const names = cached()
    expect(names).toHaveLength(1)
    // The command line has removed its variables.
    useCache()
    await createTestChain(spec)
    expect(cached()).toEqual(names)
  })

  it('is used for the spec of a file and of a scenario', async () => {
    writeFileSync(join(folder, 'cached.yaml'), 'seed: 1\nblocks: 2\n')
    writeFileSync(join(folder, 'played.yaml'), 'seed: 2\nspec: { blocks: 2 }\nsteps: []\n')
    await createTestChain(join(folder, 'cached.yaml'))
    expect(cached()).toHaveLength(1)
    await createTestChain(join(folder, 'played.yaml'))
    expect(cached()).toHaveLength(2)
  })

  it('has no chain of a function, and none without blocks', async () => {
    await createTestChain(() => createChain(spec))
    await createTestChain({ blocks: 0 })
    expect(cached()).toEqual([])
  })

  it('is off with OMMER_NO_CACHE=1', async () => {
    vi.stubEnv('OMMER_NO_CACHE', '1')
    await createTestChain(spec)
    expect(cached()).toEqual([])
  })
})

it.each([
  [
    { chian: {} },
    'chian: there is no such option; those known are: chain, fork, serve, pictures; did you mean chain?',
  ],
  [{ chain: 5 }, 'chain: 5 is not a spec, a path, or a function that returns a chain'],
  [{ chain: '' }, "chain: '' is not a spec, a path, or a function that returns a chain"],
  ['chain', /^ommerSetup: 'chain' is not an object such as/],
])('refuses the options %j', (options, problem) => {
  expect(() => resolveSetupOptions(options as never, 'ommerSetup')).toThrow(
    typeof problem === 'string' ? `ommerSetup: ${problem}` : problem,
  )
})

describe('the options of the server of a set-up', () => {
  it.each([
    [{ port: 1 }, 'serve.port: a set-up always selects a free port: leave it out'],
    [{ apiKeys: ['k'] }, 'serve.apiKeys: each test has an API key of its own: leave it out'],
    [{ anyKey: false }, 'serve.anyKey: each test has an API key of its own: leave it out'],
    [
      { control: false },
      'serve.control: a set-up always turns the control address on: leave it out',
    ],
    [
      { methdos: 'core' },
      'serve.methdos: there is no such option; those known are: host, ipc, dialect, methods, dev, explorer, automine, miningInterval, mixedMining, poolOrder, clock, clockStart, backgroundTraffic, earlyFinality, journal, cors, faults, clientVersion, logLevel, terminal, artifacts, logStream, history, limits, callTimeout, callGas; did you mean methods?',
    ],
    ['core', "serve: 'core' is not an object such as { methods: 'core' }"],
  ])('are refused before the chain is created: %j', async (serve, problem) => {
    const chain = vi.fn()
    const started = startTestServer({ chain, serve: serve as object })
    await expect(started).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: `ommerSetup: ${problem}`,
    })
    expect(chain).not.toHaveBeenCalled()
  })

  it('may be all others', async () => {
    const serve = { methods: 'core', cors: ['https://app.example'], callGas: 1 } as const
    const server = await startTestServer({ chain: { blocks: 0 }, serve }, { isShared: false })
    await server.close()
  })
})
