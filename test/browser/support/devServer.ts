import { afterEach } from 'vitest'
import { killRemaining, startCli } from '../../support/runCli.ts'
import { post, request } from '../../support/transports.ts'

/** An endpoint of `ommer --dev`. */
export interface DevEndpoint {
  readonly http: string
  readonly ws: string
  /** @throws if the response is an error */
  call<Result>(method: string, ...params: readonly unknown[]): Promise<Result>
}

export interface DevServer extends DevEndpoint {
  /** the address without a key */
  readonly root: string
  /** the endpoint of another key */
  endpoint(key: string): DevEndpoint
  stop(): Promise<void>
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/**
 * Starts `ommer --dev --chain-id 31337` on a free port, as its users do.
 *
 * @param options more options, such as `--no-mining`
 */
export async function startDev(...options: readonly string[]): Promise<DevServer> {
  return startServer('--dev', ...options)
}

/** Starts `ommer --chain-id 31337`, to which nobody can write. */
export async function startServer(...options: readonly string[]): Promise<DevServer> {
  const chain = ['--chain-id', '31337', '--preset', 'latest', '--blocks', '8']
  return start([...chain, ...options])
}

/** Starts `ommer` with a chain that was exported to a folder. */
export async function startLoaded(folder: string): Promise<DevServer> {
  // The chain is not what is tested, and it is long.
  return start(['--load', folder, '--no-verify'])
}

async function start(options: readonly string[]): Promise<DevServer> {
  const cli = await startCli(['--json', '--port', '0', ...options], /^\{.*\}$/)
  const { http, ws, root } = JSON.parse(cli.announced)
  return {
    ...endpointAt(http, ws),
    root: root?.http,
    endpoint: (key) => endpointAt(withKey(http, key), withKey(ws, key)),
    async stop() {
      await cli.stop('SIGTERM')
    },
  }
}

/** Stops the servers of each test after it. */
export function stopDevServers(): void {
  afterEach(killRemaining)
}

function withKey(url: string, key: string): string {
  return url.replace(/[^/]+$/, key)
}

function endpointAt(http: string, ws: string): DevEndpoint {
  return {
    http,
    ws,
    async call(method, ...params) {
      const response = await post(http, request(method, params))
      const { result, error } = (await response.json()) as Answer
      if (error !== undefined) throw new Error(`${method}: ${error.message}`)
      return result as never
    },
  }
}
