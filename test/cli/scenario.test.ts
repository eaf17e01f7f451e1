import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { callMethod } from '../support/callMethod.ts'
import { killRemaining, startCli } from '../support/runCli.ts'
import { runCliInProcess } from '../support/runCliInProcess.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { post, request } from '../support/transports.ts'

const folder = temporaryFolder()
afterAll(killRemaining)

it('plays a scenario as clients send requests, and reports its end', async () => {
  const args = ['serve', '--port', '0', '--scenario', 'scenarios/three-block-reorg.yaml']
  const cli = await startCli(args, /^ {2}http.*\/v3\/dev$/m)
  expect(cli.announced).toMatch(
    /^Scenario of 4 steps: a three-block reorg\n {2}1. wait until the client has asked `eth_getBlockReceipts`.* for the head\n {2}2. `reorg: {"depth":3,"length":4}`$/m,
  )
  const [url] = /http\S+/.exec(cli.announced) as unknown as [string]
  const heads: unknown[] = []
  for (const name of ['0xc', '0xd', '0xe']) {
    heads.push(await callMethod(url, 'eth_blockNumber'))
    await callMethod(url, 'eth_getBlockReceipts', name)
  }
  expect(heads).toEqual(['0xc', '0xd', '0xe'])
  const { code, stdout } = await cli.stop('SIGTERM')
  expect(code).toBe(0)
  expect(stdout.match(/^Step . of 4 is done: /gm)).toHaveLength(4)
  expect(stdout).toMatch(/^Step 4 of 4 is done: `mine: 1`$/m)
  expect(stdout).toMatch(/^The scenario is over: all its steps were played\.$/m)
})

it('prints the addresses and heads of endpoints, and lets clients move them', async () => {
  const file = join(folder, 'two.yaml')
  const text = `
    spec: { preset: pow, blocks: 4 }
    endpoints: [{ key: a, head: 1 }, { key: b }]
    steps: [{ mine: 1 }, { waitFor: { method: eth_chainId } }, { mine: 900000 }]`
  writeFileSync(file, text)
  const args = ['serve', '--port', '0', '--scenario', file, '--control-token', 'sesame', '--json']
  const cli = await startCli(args, /ready/)
  const ready = JSON.parse(cli.announced)
  expect(ready.head.number).toBe(2)
  expect(ready.endpoints.map(({ key }: { key: string }) => key)).toEqual(['a', 'b'])
  const [a, b] = ready.endpoints
  expect([a.http, a.ws, a.control]).toEqual([ready.http, ready.ws, ready.control])
  const ask = async (url: string, method: string) => {
    const response = await post(url, request(method), { authorization: 'Bearer sesame' })
    return ((await response.json()) as { result: unknown }).result
  }
  expect(await ask(b.control, 'anvil_rollback')).toBeNull()
  expect([await ask(a.http, 'eth_blockNumber'), await ask(b.http, 'eth_blockNumber')]).toEqual([
    '0x2',
    '0x3',
  ])
  // The next step would run forever; it ends with the server.
  expect(await ask(a.http, 'eth_chainId')).toBe('0x539')
  expect(await cli.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
})

it('reports the end to programs in a second line of JSON', async () => {
  const file = join(folder, 'short.yaml')
  writeFileSync(
    file,
    'spec: { preset: latest, blocks: 2 }\nsteps: [{ mine: 1 }, { rollback: 2 }]\n',
  )
  const cli = await startCli(['serve', '--port', '0', '--scenario', file, '--json'], /over/)
  const { code, stdout } = await cli.stop('SIGTERM')
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toEqual([expect.objectContaining({ event: 'ready' }), { event: 'over', played: 2 }])
  expect(code).toBe(0)
})

it('names the wrong step, and the one that failed, in a one-line error', async () => {
  const wrong = join(folder, 'wrong.yaml')
  writeFileSync(wrong, 'steps:\n  - mine: 1\n  - reorg: { deep: 3 }\n')
  const impossible = join(folder, 'impossible.yaml')
  writeFileSync(impossible, 'spec: { preset: latest, blocks: 2 }\nsteps:\n  - rollback: 3\n')
  const serve = (file: string, ...more: string[]) =>
    runCliInProcess(['serve', '--port', '0', '--scenario', file, ...more])
  const exits = [
    await serve(wrong),
    await serve(impossible),
    await serve(wrong, '--blocks', '3'),
    await serve(join(folder, 'none.yaml')),
  ]
  expect(exits.map(({ code }) => code)).toEqual([1, 1, 1, 1])
  expect(exits.map(({ stderr }) => stderr.replaceAll(folder, ''))).toEqual([
    'error: /wrong.yaml: line 3: steps[1].reorg.deep: there is no such field; those known are: depth, length, transactions, force\n',
    'error: /impossible.yaml: steps[0].rollback: count: 3 exceeds the 2 blocks below the head\n',
    expect.stringMatching(
      /^error: option '--scenario <file>' cannot be used with option '--blocks/,
    ),
    'error: /none.yaml: there is no such file\n',
  ])
})

it('has with --dev the defaults of a development node', async () => {
  const file = join(folder, 'dev.yaml')
  writeFileSync(file, 'spec: { preset: latest, blocks: 2 }\nsteps: []')
  const args = ['serve', '--port', '0', '--scenario', file, '--dev', '--json']
  const cli = await startCli(args, /ready/)
  // The line that says that the scenario is over may have arrived, too.
  const { http } = JSON.parse(cli.announced.split('\n')[0] as string)
  expect(await callMethod(http, 'web3_clientVersion')).toMatch(/^anvil\//)
  const finalized = await callMethod(http, 'eth_getBlockByNumber', 'finalized', false)
  expect(finalized).toMatchObject({ number: '0x0' })
  expect((await cli.stop('SIGTERM')).code).toBe(0)
})
