import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { ClientMemory } from '../../src/server/clientMemory.ts'
import { Pipelines } from '../../src/server/pipelines.ts'

const request = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'

const memory = new ClientMemory({ bytesMax: 2 ** 30, close: (socket) => socket.destroy() })
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A server that answers the first request when the test says so, and all others with their number. */
async function start() {
  const pipelines = new Pipelines(memory)
  const seen = { arrived: 0, handled: 0 }
  const handled: ServerResponse[] = []
  const server = createServer((request, response) => {
    seen.arrived++
    pipelines.handleInOrder(request, response, () => {
      request.resume()
      handled.push(response)
      if (++seen.handled > 1) response.end(`answer ${seen.handled};`)
    })
  }).listen(0)
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port)
  ends.push(() => {
    client.destroy()
    server.close()
  })
  let received = ''
  client.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  const until = async (text: string): Promise<string> => {
    while (!received.includes(text)) await once(client, 'data')
    return received
  }
  return { client, seen, until, answerFirst: () => handled[0]?.end('answer 1;') }
}

test('handles a request after the one before it is answered', async () => {
  const { client, seen, until, answerFirst } = await start()
  client.write(request.repeat(3))
  while (seen.arrived < 3) await nextRound()
  expect(seen.handled).toBe(1)
  expect(memory.bytes).toBeGreaterThan(0)
  answerFirst()
  const received = await until('answer 3;')
  expect([...received.matchAll(/answer \d/g)].map(String)).toEqual([
    'answer 1',
    'answer 2',
    'answer 3',
  ])
  expect(memory.bytes).toBe(0)
})

test('stops reading a connection while a request waits', async () => {
  const count = 20_000
  const { client, seen, until, answerFirst } = await start()
  client.write(request.repeat(count))
  while (seen.arrived < 2) await nextRound()
  // A server that continued to read would have received all bytes from the system within these rounds.
  for (let round = 0; round < 100; round++) await nextRound()
  expect(seen.handled).toBe(1)
  expect(seen.arrived * request.length).toBeLessThanOrEqual(65_536 + request.length)
  answerFirst()
  await until(`answer ${count};`)
  expect(seen.arrived).toBe(count)
})
