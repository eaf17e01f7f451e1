import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { cliPath } from './build.ts'
import { rehearseHttp } from './dialogue.ts'
import { compare, measurePairs } from './pairs.ts'
import { type Row, row } from './report.ts'

const message = '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["latest",true]}'

/** Milliseconds from spawning the command line, with its default chain, to its first answer. */
export async function measureStart(pairs: number): Promise<Row[]> {
  await measurePairs(1, startOmmer, startNode) // so that the files are in the system's cache
  const starts = await measurePairs(pairs, startOmmer, startNode)
  return [
    row(
      'start to first answer',
      'ms',
      'node -e 0',
      compare(starts, (milliseconds) => milliseconds),
    ),
  ]
}

async function startOmmer(): Promise<number> {
  const start = performance.now()
  const server = spawn(process.execPath, [cliPath, 'serve', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  const failed = ended.then(([code]) => {
    throw new Error(`ommer ended with code ${code} before it was ready`)
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
