import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { HttpHandler } from '../../src/server/httpHandler.ts'
import { LogDestination } from '../../src/server/logDestination.ts'
import { createRequestRouter } from '../../src/server/requestRouter.ts'
import { Statistics } from '../../src/server/statistics.ts'
import { createTestChain } from '../support/chain.ts'
import { handlerContext } from '../support/handlerContext.ts'

const chain = await createTestChain()
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Answers one path with its own name, passes others on, and fails for `/failure`. */
function handlerOf(path: string): HttpHandler {
  return (request, response, next) => {
    if (request.url === path) response.end(path)
    else if (request.url === `${path}/failure`) next(new Error(path))
    else next()
  }
}

async function route(handleControl: HttpHandler | undefined) {
  const errors: unknown[] = []
  const handlers = [
    handlerOf('/v3'),
    handleControl,
    handlerOf('/contracts'),
    handlerOf('/explorer'),
  ].filter((each) => each !== undefined)
  const server = createServer(
    createRequestRouter(handlers, {
      ...handlerContext(chain),
      calls: { statistics: { byKind: new Map(), aborted: new Map(), threads: 0, waiting: 0 } },
      chain,
      clientVersion: 'test',
      hasControl: handleControl !== undefined,
      group: undefined,
      statistics: new Statistics([]),
      dev: undefined,
      log: new LogDestination(undefined),
      connections: () => ({ http: 0, webSocket: 0 }),
      onInternalError: (error) => errors.push(error),
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return { errors, ask: (path: string) => fetch(`http://127.0.0.1:${port}${path}`) }
}

test('passes each path to its handler', async () => {
  const { ask, errors } = await route(handlerOf('/control'))
  expect(await (await ask('/v3')).text()).toBe('/v3')
  expect(await (await ask('/control')).text()).toBe('/control')
  expect(await (await ask('/contracts')).text()).toBe('/contracts')
  expect(await (await ask('/explorer')).text()).toBe('/explorer')
  expect(await (await ask('/health')).json()).toMatchObject({ name: 'test' })
  expect((await ask('/elsewhere')).status).toBe(404)
  expect(errors).toEqual([])
})

test('passes the control path to the pages where control is off', async () => {
  const { ask } = await route(undefined)
  expect((await ask('/control')).status).toBe(404)
})

test('answers 500 when a handler fails, and reports the error', async () => {
  const { ask, errors } = await route(handlerOf('/control'))
  expect((await ask('/v3/failure')).status).toBe(500)
  expect((await ask('/control/failure')).status).toBe(500)
  expect(errors).toEqual([new Error('/v3'), new Error('/control')])
})
