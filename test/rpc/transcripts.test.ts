import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Server, serve } from '../../src/index.ts'
import { officialChain } from '../support/chain.ts'

const folder = 'test/data/execution-apis'

/** Requests (`>>`) and the answers of geth (`<<`). */
const transcripts = readdirSync(`${folder}/transcripts`, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.io'))
  .map((path) => {
    const lines = readFileSync(`${folder}/transcripts/${path}`, 'utf8').split('\n')
    const after = (mark: string) =>
      lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length))
    return { path, requests: after('>> '), answers: after('<< ') }
  })

/**
 * The official conformance transcripts, of a chain that geth created. Executed by our EVM, stored in our format, read
 * back and written in the dialect `geth`, the answers must equal those of geth.
 */
describe('the official transcripts', () => {
  let server: Server
  beforeAll(async () => {
    server = await serve(await officialChain(), { port: 0, dialect: 'geth' })
  })
  afterAll(() => server.close())

  it('are available', () => {
    expect(transcripts.length).toBeGreaterThan(40)
  })

  it.each(transcripts)('$path over HTTP', async ({ requests, answers }) => {
    for (const [index, body] of requests.entries()) {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(server.url, { method: 'POST', headers, body })
      expect(await response.json()).toStrictEqual(JSON.parse(answers[index] as string))
    }
  })

  it('all match over WebSocket', async () => {
    const socket = new WebSocket(server.wsUrl)
    await new Promise((resolve) => socket.once('open', resolve))
    for (const { path, requests, answers } of transcripts) {
      for (const [index, body] of requests.entries()) {
        const message = new Promise((resolve) => socket.once('message', resolve))
        socket.send(body)
        const answer = JSON.parse(String(await message))
        expect({ path, answer }).toStrictEqual({
          path,
          answer: JSON.parse(answers[index] as string),
        })
      }
    }
    socket.terminate()
  })
})
