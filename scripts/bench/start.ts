import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { cliPath } from '../build/built.ts'
import { rehearseHttp } from './dialogue.ts'
import { compare, measurePairs } from './pairs.ts'
import { type Row, row } from './report.ts'

const message = '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["latest",true]}'

/**
 * Measures milliseconds from spawning the command line, with its default chain, to the first response: when it generates
 * the chain, and when it loads the chain from the cache.
 */
export async function measureStart(pairs: number): Promise<Row[]> {
  const cache = mkdtempSync(join(tmpdir(), 'ommer-bench-'))
  const generate = () => startOmmer(['--no-cache'])
  const restore = () => startOmmer([], { XDG_CACHE_HOME: cache })
  try {
    await measurePairs(1, generate, startNode) // loads the files into the system's cache
    const firstStarts = await measurePairs(pairs, generate, startNode)
    await restore() // writes the chain to ommer's cache
    const secondStarts = await measurePairs(pairs, restore, startNode)
    return [
      row('start to first response', 'ms', 'node -e 0', compare(firstStarts, milliseconds)),
      row('second start to first response', 'ms', 'node -e 0', compare(secondStarts, milliseconds)),
    ]
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
}

const milliseconds = (run: number) => run

async function startOmmer(
  options: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const start = performance.now()
  const server = spawn(process.execPath, [cliPath, 'serve', '--port', '0', '--json', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const ended = once(server, 'exit')
  const failed = ended.then(([code]) => {
    throw new Error(`ommer exited with code ${code} before it was ready`)
  })
  try {
    const [line] = await Promise.race([once(createInterface(server.stdout), 'line'), failed])
    await rehearseHttp(JSON.parse(line).http, message)
    return performance.now() - start
  } finally {
    server.kill()
    await ended
  }
}

async function startNode(): Promise<number> {
  const start = performance.now()
  await once(spawn(process.execPath, ['-e', '0']), 'exit')
  return performance.now() - start
}
