import { afterAll, expect, test } from 'vitest'
import { killRemaining, startCli } from '../support/runCli.ts'
import { request } from '../support/transports.ts'

afterAll(killRemaining)

const ENDLESS = `0x${'e1'.repeat(20)}`
/** JUMPDEST, PUSH1 0, JUMP */
const LOOP = '0x5b600056'

test('exits on SIGTERM while a call runs that would never end', async () => {
  const limits = ['--limit', 'closeSeconds=1', '--call-timeout', '0', '--call-gas', '0']
  const cli = await startCli(
    ['--json', '--port', '0', '--blocks', '2', ...limits],
    /"event":"ready"/,
  )
  const { http } = JSON.parse(cli.announced) as { http: string }
  const gas = '0x7fffffffffffffff'
  const body = request('eth_call', [{ to: ENDLESS, gas }, 'latest', { [ENDLESS]: { code: LOOP } }])
  const headers = { 'content-type': 'application/json' }
  const answered = fetch(http, { method: 'POST', headers, body }).then(
    () => 'answered',
    () => 'closed',
  )
  const metrics = async () => (await fetch(new URL('/metrics', http))).text()
  while (!/^ommer_call_threads 1$/m.test(await metrics())) await new Promise(setImmediate)
  expect(await cli.stop('SIGTERM')).toMatchObject({ code: 0, signal: null, stderr: '' })
  expect(await answered).toBe('closed')
})
