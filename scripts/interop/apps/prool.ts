import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readSnippets } from '../../../test/support/snippets.ts'
import { importBuilt, packageFolder } from '../../build/built.ts'
import { nodeSince } from '../nodeSince.ts'
import { installProject, npmInstall, runProgram } from '../project.ts'

/** The first line of the snippet, which names its file. */
const SNIPPET = '// ommerPool.js\n'

/** What the program has read from instances 1 and 2; it mined a block on instance 1, and then restarted that. */
interface Read {
  readonly before: readonly Heads[]
  readonly mined: string
  readonly notified: string
  readonly after: readonly Heads[]
  readonly restarted: Heads
}

/** The hash of a head, as each transport has it. */
interface Heads {
  readonly http: string
  readonly batch: string
  readonly ws: string
}

/** Runs the pool of docs/runners.md as printed, and reads its instances through prool with viem. */
export async function runProol(): Promise<string> {
  const folder = installProject(
    'app',
    new URL('projects/prool/', import.meta.url),
    'package.json',
    npmInstall,
  )
  const snippet = readSnippets().find(({ code }) => code.startsWith(SNIPPET))
  if (snippet === undefined) throw new Error('docs/runners.md has no snippet for prool')
  writeFileSync(join(folder, 'ommerPool.js'), snippet.code)
  const link = join(folder, 'node_modules', 'ommer')
  rmSync(link, { force: true })
  symlinkSync(packageFolder, link, 'junction')
  const read = await runProgram<Read>(folder, nodeSince('22'), 'readPool.mjs')

  const { createChain } = await importBuilt()
  const chain = await createChain({ seed: 'my-suite', blocks: 16 })
  const head = sameIn(chain.head.hash)
  await chain.extend(1)
  const next = chain.head
  const moved = sameIn(next.hash)
  const expected = {
    before: [head, head],
    mined: next.hash,
    notified: next.hash,
    after: [moved, head],
    restarted: head,
  }
  if (!isDeepStrictEqual(read, expected)) {
    throw new Error(`read ${JSON.stringify(read)}, wanted ${JSON.stringify(expected)}`)
  }
  return 'two instances over HTTP, batched and over WebSocket; one was moved and restarted alone'
}

function sameIn(hash: string): Heads {
  return { http: hash, batch: hash, ws: hash }
}
