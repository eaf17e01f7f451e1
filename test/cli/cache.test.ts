import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { callMethod } from '../support/callMethod.ts'
import { killRemaining, startCli } from '../support/runCli.ts'
import { runCliInProcess } from '../support/runCliInProcess.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()
afterAll(killRemaining)

const caching = (home: string, more: Record<string, string> = {}) => ({
  OMMER_NO_CACHE: '',
  XDG_CACHE_HOME: join(parent, home),
  ...more,
})

/** The files of chains in the cache folder. Node >= 22.8 keeps compiled code beside them. */
function chainsIn(home: string): string[] {
  const folder = join(parent, home, 'ommer')
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('code-')) : []
}

/** Starts and stops a server of a small chain. @returns the hash of its head */
async function serveOnce(env: Record<string, string>, args: string[] = []): Promise<string> {
  const options = ['--port', '0', '--blocks', '6', '--json', ...args]
  const cli = await startCli(options, /^\{.*\}$/, env)
  expect(await cli.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  return JSON.parse(cli.announced).head.hash
}

describe('the cache of the command line', () => {
  it.concurrent('is in the cache folder, and serves the same chain', async () => {
    const { tree } = await createChain({ blocks: 6 })
    const env = caching('used')
    expect(await serveOnce(env)).toBe(tree.head.hash)
    const folder = join(parent, 'used', 'ommer')
    const names = chainsIn('used')
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.chain$/)])
    expect(await serveOnce(env)).toBe(tree.head.hash)
    writeFileSync(join(folder, names[0] as string), 'damaged')
    expect(await serveOnce(env)).toBe(tree.head.hash)
  })

  it.concurrent('need not have the default chain', async () => {
    const cli = await startCli(['--port', '0', '--json'], /^\{.*\}$/, caching('default'))
    expect(await cli.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
    const { tree } = await createChain()
    expect(JSON.parse(cli.announced).head.hash).toBe(tree.head.hash)
    // The package has it. Otherwise it would now be in the cache.
    expect(chainsIn('default')).toEqual([])
  })

  it.concurrent('has no chain without blocks, such as that of a development node', async () => {
    const cli = await startCli(['--port', '0', '--json', '--dev'], /^\{.*\}$/, caching('dev'))
    expect(await cli.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
    expect(chainsIn('dev')).toEqual([])
  })

  it.concurrent('survives two processes that write it at once', async () => {
    const env = caching('raced')
    const [first, second] = await Promise.all([serveOnce(env), serveOnce(env)])
    expect(second).toBe(first)
    expect(chainsIn('raced')).toHaveLength(1)
    expect(await serveOnce(env)).toBe(first)
  })

  it('is used by export and verify, too', async () => {
    const env = caching('shared')
    const out = join(parent, 'exported')
    const exported = await runCliInProcess(['export', '--out', out, '--blocks', '3'], env)
    expect(exported).toMatchObject({ code: 0, stderr: '' })
    const verified = await runCliInProcess(['verify', '--blocks', '3'], env)
    expect(verified).toMatchObject({ code: 0, stderr: '' })
    expect(chainsIn('shared')).toHaveLength(1)
  })

  it.concurrent('is off with --no-cache', async () => {
    await serveOnce(caching('none'), ['--no-cache'])
    expect(existsSync(join(parent, 'none'))).toBe(false)
  })

  it.each([
    ['off', '1'],
    ['on', '0'],
  ])('is %s with OMMER_NO_CACHE=%s', async (name, value) => {
    const env = caching(name, { OMMER_NO_CACHE: value })
    expect(await runCliInProcess(['verify', '--blocks', '3'], env)).toMatchObject({ code: 0 })
    expect(existsSync(join(parent, name, 'ommer'))).toBe(name === 'on')
  })

  it.concurrent('extends a chain that was loaded from a file', async () => {
    const env = caching('growing')
    await serveOnce(env)
    const { tree } = await createChain({ blocks: 8 })
    const args = ['--port', '0', '--blocks', '6', '--json', '--block-time', '0.05']
    const cli = await startCli(args, /^\{.*\}$/, env)
    const { http } = JSON.parse(cli.announced)
    let block: unknown = null
    while (block === null) block = await callMethod(http, 'eth_getBlockByNumber', '0x8', false)
    expect(block).toMatchObject({ hash: tree.head.hash })
    await cli.stop('SIGTERM')
  })
})
