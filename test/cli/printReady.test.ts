import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { killRemaining, startCli } from '../support/runCli.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { request } from '../support/transports.ts'
import { until } from '../support/until.ts'

afterAll(killRemaining)

it('removes what a server that was killed has left in the temporary folder', async () => {
  const folder = temporaryFolder()
  const left = () => readdirSync(folder).filter((name) => name.startsWith('ommer-answers-'))
  const args = ['--dev', '--json', '--port', '0', '--limit', 'answerBytes=1000']
  const start = () => startCli(args, /^\{/, { TMPDIR: folder, TEMP: folder })
  const killed = await start()
  const { root } = JSON.parse(killed.announced)
  const to = `0x${'c1'.repeat(20)}`
  const stateOverrides = { [to]: { code: '0x5b5f56' } }
  const call = { to, gas: '0x60000' }
  const sent = httpRequest(root.http, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  }).end(request('debug_traceCall', [call, 'latest', { stateOverrides }]))
  sent.on('error', () => {})
  const [response] = await once(sent, 'response')
  response.on('error', () => {})
  // The folder and its lock.
  expect(left()).toHaveLength(2)
  await killed.stop('SIGKILL')
  expect(left()).toHaveLength(2)
  const next = await start()
  await until(() => left().length === 0)
  await next.stop('SIGTERM')
})
