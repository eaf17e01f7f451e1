import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { HUNT_PREFIX } from '../../primitives/ownVariables.ts'
import type { HuntedClient, HuntServer, StartedClient } from './client.ts'
import { endTree, treeOptions } from './endTree.ts'
import { shellOutput } from './shellOutput.ts'
import { watched } from './watched.ts'

/** The commands of a client, as a shell runs them. */
export interface ClientCommands {
  readonly run: string
  readonly rows: string
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/** In milliseconds: how long a client may take to stop. */
const STOP_MS = 5000

/** How many characters of its output are kept. */
const OUTPUT_MAX = 16 * 1024

/** A client that is run by commands, in any language. */
export function commandClient({ run, rows, before, after }: ClientCommands): HuntedClient {
  return {
    ...(before !== undefined && { before: (server) => output(before, server, '--before') }),
    start: (server) => start(run, server),
    rows: (server) => output(rows, server, '--rows'),
    ...(after !== undefined && { after: (server) => output(after, server, '--after') }),
  }
}

/** The values of a run, as placeholders in commands and in the environment. */
function valuesOf({ url, wsUrl, urls, chainId, contracts, chains, dir, id }: HuntServer) {
  return {
    url,
    wsUrl,
    urls: urls.join(','),
    chainId: `${chainId}`,
    contracts: contracts.join(','),
    chains: JSON.stringify(chains),
    dir,
    id,
  }
}

/** The environment variable of a value, such as OMMER_HUNT_WS_URL. */
export function variableOf(name: string): string {
  return `${HUNT_PREFIX}${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`
}

function shellCommand(command: string, server: HuntServer) {
  const values = valuesOf(server)
  const filled = command.replaceAll(
    /\{(\w+)\}/g,
    (whole, name: string) => values[name as keyof typeof values] ?? whole,
  )
  const variables = Object.entries(values).map(([name, value]) => [variableOf(name), value])
  return { filled, env: { ...process.env, ...Object.fromEntries(variables) } }
}

function start(command: string, server: HuntServer): StartedClient {
  const { filled, env } = shellCommand(command, server)
  const child = spawn(watched(filled), {
    shell: true,
    env,
    ...treeOptions,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr] as Readable[]) {
    stream.on('data', (data: Buffer) => {
      printed = `${printed}${data}`.slice(-OUTPUT_MAX)
    })
  }
  const exited = once(child, 'exit').then(
    ([code, signal]) => (signal === null ? `exit code ${code}` : `signal ${signal}`),
    (error: Error) => error.message,
  )
  // The shell may end before what it has started, which still has its output.
  const closed = once(child, 'close').catch(() => {})
  return {
    ended: exited,
    output: () => printed,
    async stop(how) {
      endTree(child, how === 'kill' ? 'SIGKILL' : 'SIGTERM')
      await Promise.race([closed, sleep(STOP_MS, undefined, { ref: false })])
      endTree(child, 'SIGKILL')
      await exited
    },
  }
}

/** @param option that has the command, for errors */
function output(command: string, server: HuntServer, option: string): Promise<string> {
  const { filled, env } = shellCommand(command, server)
  return shellOutput(filled, { option, code: 'CLIENT_FAILED', env })
}
