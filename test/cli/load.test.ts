import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { loadChain } from '../../src/formats/loadChain.ts'
import { callMethod } from '../support/callMethod.ts'
import { exportHive } from '../support/exportHive.ts'
import { killRemaining, startCli } from '../support/runCli.ts'
import { refusalOf } from '../support/runCliInProcess.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()
const official = 'test/data/execution-apis'

afterAll(killRemaining)

describe.concurrent('ommer serve --load', () => {
  it('serves the chain of a folder, without seed and accounts', async () => {
    const cli = await startCli(['--load', official, '--port', '0', '--json'], /^\{.*\}$/)
    const ready = JSON.parse(cli.announced)
    const hash = '0xd226371d0b1551adb03fb52b71f08e3e11247fe9b1af994768af8cdaa8e7dcd7'
    expect(ready).toMatchObject({
      seed: null,
      chainId: 3503995874084926,
      head: { number: 54, hash },
    })
    for (const tag of ['latest', 'safe', 'finalized']) {
      const block = await callMethod(ready.http, 'eth_getBlockByNumber', tag, false)
      expect(block).toMatchObject({ hash })
    }
    expect(await cli.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  })

  it('reads OMMER_LOAD, and shows the source of the chain in its banner', async () => {
    const folder = join(parent, 'greeting')
    await exportHive(await createChain({ blocks: 12 }), folder)
    const cli = await startCli(['--port', '0'], /^ *curl .*$/, { OMMER_LOAD: folder })
    expect(cli.announced).toMatch(new RegExp(`^ *Loaded +${folder}$`, 'm'))
    expect(cli.announced).not.toMatch(/seed|preset/i)
    await cli.stop('SIGTERM')
  })
})

it('begins with a genesis, whose hash geth has, and grows from a seed', async () => {
  const args = ['--genesis', `${official}/genesis.json`, '--blocks', '3', '--seed', '1']
  const cli = await startCli([...args, '--port', '0', '--json'], /^\{.*\}$/)
  const ready = JSON.parse(cli.announced)
  expect(ready.head.number).toBe(3)
  const first = await callMethod(ready.http, 'eth_getBlockByNumber', '0x0', false)
  const { tree } = await loadChain(official)
  expect(first).toMatchObject({ hash: tree.first.hash })
  await cli.stop('SIGTERM')
})

describe('ommer serve --load with an unusable folder', () => {
  it.each<[string, string[], Record<string, string>?]>([
    ['--seed', ['--load', official, '--seed', '1']],
    ['--blocks', ['--load', official, '--blocks', '10']],
    ['--preset', ['--preset', 'pow', '--load', official]],
    ['--preset', ['--genesis', `${official}/genesis.json`, '--preset', 'pow']],
    ['--load', ['--genesis', `${official}/genesis.json`, '--load', official]],
    ['nowhere.json', ['--genesis', 'nowhere.json']],
    ['OMMER_SEED', ['--load', official], { OMMER_SEED: '1' }],
    ['OMMER_LOAD', ['--blocks', '1'], { OMMER_LOAD: official }],
    [join(parent, 'nowhere'), ['--load', join(parent, 'nowhere')]],
    ['--block-time', ['--load', 'fixtures/pow', '--block-time', '1']],
  ])('names %s in a one-line error', async (named, args, env) => {
    expect(await refusalOf(['serve', ...args], env)).toContain(named)
  })

  it('names file, block and field of a bad block', async () => {
    const folder = join(parent, 'damaged')
    const chain = await createChain({ blocks: 3 })
    await exportHive(chain, folder)
    const [first, , third] = [1, 2, 3].map((number) => chain.tree.byNumber(number)?.rlp)
    const chainPath = join(folder, 'chain.rlp')
    writeFileSync(chainPath, Buffer.concat([first, third] as Uint8Array[]))
    expect(await refusalOf(['--load', folder])).toContain(`${chainPath}: block 2: parentHash: `)
  })
})
