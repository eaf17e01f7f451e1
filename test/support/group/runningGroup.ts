import { once } from 'node:events'
import { type Agent, type ClientRequest, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { workerOf } from '../../../src/group/supervisor/workerOf.ts'
import { type RunningCli, startCli } from '../runCli.ts'
import { until } from '../until.ts'

/** How many workers most tests use. */
export const WORKERS = 2

export const groupArgs = [
  ...'--blocks 6 --seed workers --dev --gas-limit 6000000 --clock simulated --control'.split(' '),
  // As in code.
  '--dialect',
  'infura',
]

/** A server with workers, in processes of its own. */
export interface Group extends RunningCli {
  /** `HOST:PORT` */
  readonly address: string
}

export function startGroup(...more: readonly string[]): Promise<Group> {
  return startServer(...groupArgs, ...more)
}

/** Starts the command line with options of the test alone. */
export async function startServer(...args: readonly string[]): Promise<Group> {
  const running = await startCli([...args, '--port', '0', '--json'], /"ready"/)
  const { http } = JSON.parse(running.announced) as { readonly http: string }
  return { ...running, address: new URL(http).host }
}

/** A key whose endpoint is owned by a worker. */
export function keyOf(worker: number, name = 'key'): string {
  for (let count = 0; ; count++) {
    if (workerOf(`${name}-${count}`, WORKERS) === worker) return `${name}-${count}`
  }
}

/** What `/health` says. */
export interface Health {
  readonly status: string
  readonly workers: readonly {
    readonly index: number
    readonly pid: number
    readonly head: number | null
    readonly requests: number
  }[]
}

export async function healthOf({ address }: Group): Promise<Health> {
  return JSON.parse(await persistently(`http://${address}/health`)) as Health
}

/**
 * Sends a request.
 *
 * @param body undefined: it is a GET request
 * @returns the status, and the body of the response
 */
export async function post(
  address: string,
  body?: string,
  agent?: Agent,
): Promise<[number, string]> {
  const headers = { 'content-type': 'application/json' }
  const method = body === undefined ? 'GET' : 'POST'
  const request: ClientRequest = httpRequest(address, { method, headers, agent })
  request.end(body)
  const [response] = await once(request, 'response')
  return [response.statusCode, await text(response)]
}

/** Also where the connection was to a worker that has ended: it has not read the request. */
export async function persistently(address: string, body?: string, agent?: Agent): Promise<string> {
  let answer: string | undefined
  await until(async () => {
    answer = await post(address, body, agent).then(
      ([, found]) => found,
      () => undefined,
    )
    return answer !== undefined
  })
  return answer as string
}
