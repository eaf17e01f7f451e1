import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadChain } from '../../src/formats/loadChain.ts'
import { OmmerError } from '../../src/primitives/errors.ts'
import { recordChain } from '../../src/recordChain.ts'
import { serve } from '../../src/serve.ts'
import { type Comparison, compare } from './compare.ts'
import { feed } from './feed.ts'
import { callAt, ForeignNode } from './foreignNode.ts'
import { installNodes, nodes } from './nodes.ts'

// Records other nodes, serves the recordings, and sends the same requests to both. Prints the result for each node in a
// line, and on stderr what its responses lack. `npm run interop -- ganache` runs only one node.

const scratch = mkdtempSync(join(tmpdir(), 'ommer-interop-'))
const wanted = process.argv.slice(2)
installNodes()
try {
  for (const command of nodes) {
    if (wanted.length > 0 && !wanted.includes(command.name)) continue
    const node = await ForeignNode.start(command)
    try {
      await tryNode(node, command.name)
    } finally {
      await node.stop()
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** Records a node; if that is refused, again without verification. */
async function tryNode(node: ForeignNode, name: string): Promise<void> {
  const version = await node.call<string>('web3_clientVersion')
  const remarks = (await feed(node)).map((refused) => `refuses ${refused}`)
  const lines = [await recordAndCompare(node.url, name, true, remarks)]
  if (lines[0]?.startsWith('refused')) {
    lines.push(`not verified ${await recordAndCompare(node.url, name, false, remarks)}`)
  }
  console.log(`${name} (${version}): ${lines.join('; ')}`)
  for (const remark of new Set(remarks)) console.error(`  ${remark}`)
}

/** @returns the result in words; further remarks are added to `remarks` */
async function recordAndCompare(
  url: string,
  name: string,
  verify: boolean,
  remarks: string[],
): Promise<string> {
  const folder = join(scratch, name)
  try {
    const options = { from: 0, to: 'latest', folder, verify, restart: true } as const
    const { blocks, head } = await recordChain(url, options)
    const { compared, differences, faults } = await serveAndCompare(url, folder, verify, head)
    remarks.push(...faults, ...differences)
    // A recording returns what the node returned. Any difference is a bug in ommer.
    if (differences.length > 0) process.exitCode = 1
    return `${blocks} blocks, ${compared - differences.length} of ${compared} responses are the same`
  } catch (error) {
    if (!(error instanceof OmmerError)) throw error
    return `refused: ${error.message.replace(url, 'the node')}`
  }
}

async function serveAndCompare(
  url: string,
  folder: string,
  verify: boolean,
  { number }: { readonly number: number },
): Promise<Comparison> {
  const server = await serve(await loadChain(folder, { verify }), { port: 0 })
  try {
    return await compare(
      (method, params) => callAt(url, method, params),
      (method, params) => server.request({ method, params }),
      number,
    )
  } finally {
    await server.close()
  }
}
