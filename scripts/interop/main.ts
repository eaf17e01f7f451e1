import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadChain } from '../../src/fixtures/loadChain.ts'
import { OmmerError } from '../../src/primitives/errors.ts'
import { recordChain } from '../../src/recordChain.ts'
import { serve } from '../../src/serve.ts'
import { type Comparison, compare } from './compare.ts'
import { feed } from './feed.ts'
import { ForeignNode } from './foreignNode.ts'
import { installNodes, nodes } from './nodes.ts'

// Records nodes of others, serves the recordings, and asks both the same: a line for each node says what came of it.

const scratch = mkdtempSync(join(tmpdir(), 'ommer-interop-'))
const wanted = process.argv.slice(2)
installNodes()
try {
  for (const command of nodes) {
    if (wanted.length > 0 && !wanted.includes(command.name)) continue
    const node = await ForeignNode.start(command)
    try {
      const version = await node.ask<string>('web3_clientVersion')
      const refused = await feed(node)
      for (const each of refused) console.error(`  ${command.name} takes no ${each}`)
      console.log(`${command.name} (${version}): ${await tryOut(node, command.name)}`)
    } finally {
      await node.stop()
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** @returns in words what came of recording and serving it, first as it ought to be, then without verification */
async function tryOut(node: ForeignNode, name: string): Promise<string> {
  let remark = ''
  for (const verify of [true, false]) {
    const folder = join(scratch, `${name}-${verify}`)
    try {
      const { blocks, head } = await recordChain(node.url, {
        from: 0,
        to: 'latest',
        folder,
        verify,
      })
      const comparison = await serveAndCompare(node, folder, verify, head.number)
      return `${remark}${verify ? '' : 'without verification '}${inWords(blocks, comparison)}`
    } catch (error) {
      if (!(error instanceof OmmerError)) throw error
      remark += `refused (${error.message}); `
    }
  }
  return remark
}

async function serveAndCompare(
  node: ForeignNode,
  folder: string,
  verify: boolean,
  head: number,
): Promise<Comparison> {
  const server = await serve(await loadChain(folder, { verify }), { port: 0 })
  try {
    return await compare(
      (method, params) => node.ask(method, params),
      (method, params) => server.request({ method, params }),
      head,
    )
  } finally {
    await server.close()
  }
}

function inWords(blocks: number, { questions, differences }: Comparison): string {
  const same = questions - differences.length
  for (const difference of differences) console.error(`  ${difference}`)
  // What is recorded of a node is what it answers: anything else is a fault of ours, or one to know of.
  if (differences.length > 0) process.exitCode = 1
  return `${blocks} blocks recorded, ${same} of ${questions} answers the same`
}
