import { describe, expect, it } from 'vitest'
import { officialChain } from '../support/chain.ts'
import { OfficialSpec } from '../support/officialSpec.ts'
import { serveForTests } from '../support/serving.ts'
import { problemOf, readTranscripts } from '../support/transcripts.ts'
import { post } from '../support/transports.ts'
import { openSocket } from '../support/webSockets.ts'

const transcripts = readTranscripts('test/data/execution-apis/transcripts')
const spec = new OfficialSpec()

/**
 * The official conformance transcripts, of a chain that geth created. Executed by our EVM, stored in our format, read
 * back and written in the dialect `geth`, the answers must equal those of geth.
 */
describe('the official transcripts', async () => {
  const { server } = await serveForTests(await officialChain(), {
    dialect: 'geth',
    // What one sends must not be known when the other sends it.
    apiKeys: ['http', 'web-socket'],
    dev: true,
    automine: false,
    // Other processes may be busy.
    callTimeout: 0,
  })

  it('are available', () => {
    expect(transcripts.length).toBe(232)
  })

  it.each(transcripts)('$path over HTTP', async (transcript) => {
    for (const [index, body] of transcript.requests.entries()) {
      const response = await post(server.endpoint('http').url, body)
      expect(problemOf(transcript, index, await response.text(), spec)).toBeUndefined()
    }
  })

  it('match over WebSocket', async () => {
    const socket = await openSocket(server.endpoint('web-socket').wsUrl)
    for (const transcript of transcripts) {
      for (const [index, body] of transcript.requests.entries()) {
        const message = new Promise((resolve) => socket.once('message', resolve))
        socket.send(body)
        const problem = problemOf(transcript, index, String(await message), spec)
        expect({ path: transcript.path, problem }).toEqual({ path: transcript.path })
      }
    }
  })
})

describe('the check of a transcript', () => {
  const exact = transcripts.find(({ path }) => path === 'eth_baseFee/get-current-basefee.io')
  const loose = transcripts.find(({ path }) => path === 'eth_capabilities/get-capabilities.io')
  if (exact === undefined || loose === undefined) throw new Error('a transcript is missing')
  const problem = (transcript: typeof exact, answer: object) =>
    problemOf(transcript, 0, JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }), spec)

  it('finds another result', () => {
    expect(problem(exact, { result: '0x16dfe9c' })).toContain('0x16dfe9b')
  })

  it('checks a result marked speconly against the official description', () => {
    const resource = { disabled: true }
    const names = ['state', 'tx', 'logs', 'receipts', 'blocks', 'stateproofs']
    const result = {
      head: { number: '0x1', hash: `0x${'1'.repeat(64)}` },
      ...Object.fromEntries(names.map((name) => [name, resource])),
    }
    expect(problem(loose, { result })).toBeUndefined()
    expect(problem(loose, { result: { ...result, more: 1 } })).toContain('additional properties')
    expect(problem(loose, { result: { ...result, head: { number: 1 } } })).toContain('number')
    expect(problem(loose, { error: { code: -32000, message: 'no' } })).toContain('-32000')
  })
})
