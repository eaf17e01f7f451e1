import { afterAll, expect, it } from 'vitest'
import { killRemaining, startCli } from '../support/runCli.ts'
import { post, request } from '../support/transports.ts'

afterAll(killRemaining)

it('warns of strangers, keeps to its limits and logs what is asked', async () => {
  const cli = await startCli(
    ['--json', '--port', '0', '--blocks', '2', '--api-key', 'not-to-be-seen', '--host', '0.0.0.0'],
    /^\{.*\}$/,
    { OMMER_LIMIT: 'batchSize=1,requestBytes=500', OMMER_LOG_LEVEL: 'info' },
  )
  const { http } = JSON.parse(cli.announced)
  const chainId = request('eth_chainId')
  expect(await (await post(http, `[${chainId},${chainId}]`)).text()).toContain('-32600')
  expect((await post(http, chainId.padEnd(501))).status).toBe(413)
  expect(await (await post(http, chainId)).text()).toContain('0x539')
  const { code, stderr } = await cli.stop('SIGTERM')
  expect(code).toBe(0)
  const [warning, ...lines] = stderr.trim().split('\n')
  expect(warning).toMatch(/^warning: listening on 0\.0\.0\.0/)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'refusal', reason: 'INVALID_REQUEST' },
    { msg: 'refusal', reason: 413 },
    { msg: 'request', key: 'no…', method: 'eth_chainId', result: 'ok' },
  ])
})
