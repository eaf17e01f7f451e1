import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadChain } from '../../src/formats/loadChain.ts'
import { OmmerError } from '../../src/primitives/errors.ts'
import { recordChain } from '../../src/recordChain.ts'
import { serve } from '../../src/serve.ts'
import { type Comparison, compare } from './compare.ts'
import { feed } from './feed.ts'
import { askAt, ForeignNode } from './foreignNode.ts'
import { installNodes, nodes } from './nodes.ts'

// Records nodes of others, serves the recordings, and asks both the same. A line for each node says what came of it; on
// stderr are what its answers lack. `npm run interop -- ganache` is for one of them alone.

const scratch = mkdtempSync(join(tmpdir(), 'ommer-interop-'))
const wanted = process.argv.slice(2)
installNodes()
try {
  for (const command of nodes) {
    if (wanted.length > 0 && !wanted.includes(command.name)) continue
    const node = await ForeignNode.start(command)
    try {
      await tryOut(node, command.name)
    } finally {
      await node.stop()
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** Records a node, and where that is refused without verification. */
async function tryOut(node: ForeignNode, name: string): Promise<void> {
  const version = await node.ask<string>('web3_clientVersion')
  const remarks = (await feed(node)).map((refused) => `takes no ${refused}`)
  const lines = [await recordAndCompare(node.url, name, true, remarks)]
  if (lines[0]?.startsWith('refused')) {
    lines.push(`not verified ${await recordAndCompare(node.url, name, false, remarks)}`)
  }
  console.log(`${name} (${version}): ${lines.join('; ')}`)
  for (const remark of new Set(remarks)) console.error(`  ${remark}`)
}

/** @returns in words what came of it; what there is to say beside that goes to the remarks */
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
    // A recording answers what the node has answered. Anything else is a fault of ours.
    if (differences.length > 0) process.exitCode = 1
    return `${blocks} blocks, ${compared - differences.length} of ${compared} answers the same`
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
      (method, params) => askAt(url, method, params),
      (method, params) => server.request({ method, params }),
      number,
    )
  } finally {
    await server.close()
  }
}
